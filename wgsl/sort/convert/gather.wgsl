// Moves wide values once, after the sort of their indices. One conversion is one item.
//
//   sorted                 read: the source index of each item, or UNWRITTEN
//   gatherFrom, gatherTo   values of VALUE_WORDS words: read, written
//
// import UNWRITTEN from sort/convert/unwritten
// given VALUE_WORDS

var<storage, read_write> sorted: array<u32>;
var<storage, read_write> gatherTo: array<u32>;
var<storage, read_write> gatherFrom: array<u32>;

fn convert(i: u32, items: u32) {
  if (i >= items) {
    return;
  }
  let source = sorted[i];
  if (source != UNWRITTEN) {
    for (var k = 0u; k < VALUE_WORDS; k++) {
      gatherTo[i * VALUE_WORDS + k] = gatherFrom[source * VALUE_WORDS + k];
    }
  }
}
