// Copies wide values, so that a gather may overwrite the original. One conversion is one item.
//
//   gatherFrom, gatherTo   values of VALUE_WORDS words: read, written
//
// given VALUE_WORDS

var<storage, read_write> gatherTo: array<u32>;
var<storage, read_write> gatherFrom: array<u32>;

fn convert(i: u32, items: u32) {
  if (i >= items) {
    return;
  }
  for (var k = 0u; k < VALUE_WORDS; k++) {
    gatherTo[i * VALUE_WORDS + k] = gatherFrom[i * VALUE_WORDS + k];
  }
}
