// Moves wide values once, after their indices were sorted. One conversion is one item.
//
//   sorted                 read: where each item's value comes from, or UNWRITTEN
//   gatherFrom, gatherTo   values of VALUE_WORDS words
//
// uses  UNWRITTEN (sort/convert/unwritten)
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
