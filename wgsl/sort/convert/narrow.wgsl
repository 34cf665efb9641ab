// Packs sorted words to 8- and 16-bit items. One conversion is one whole output word, so that no two lanes write the
// same word, also where a segment begins or ends inside it. Items outside every segment are unchanged.
//
//   sorted   read: one item per word, or UNWRITTEN. Slots past the last item are UNWRITTEN too.
//   packed   read and written: PER_WORD items per word, lowest bits first
//
// import UNWRITTEN from sort/convert/unwritten
// given PER_WORD, ITEM_MASK, ITEM_BITS

var<storage, read_write> packed: array<u32>;
var<storage, read_write> sorted: array<u32>;

fn convert(word: u32, items: u32) {
  if (word * PER_WORD >= items) {
    return;
  }
  let before = packed[word];
  var after = before;
  for (var k = 0u; k < PER_WORD; k++) {
    let bits = sorted[word * PER_WORD + k];
    if (bits != UNWRITTEN) {
      after = (after & ~(ITEM_MASK << (k * ITEM_BITS))) | (bits << (k * ITEM_BITS));
    }
  }
  if (after != before) {
    packed[word] = after;
  }
}
