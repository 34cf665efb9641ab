// Copies the values, so that a gather may write where they came from. One conversion is one item.
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
