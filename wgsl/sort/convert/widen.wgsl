// Widens packed 8- and 16-bit items to one word each. One conversion is one packed word.
//
//   packed    read: PER_WORD items per word, lowest bits first
//   words     written: one item per word, upper bits 0
//   sorted    written: UNWRITTEN, until the sort writes words to it
//
// import UNWRITTEN from sort/convert/unwritten
// given PER_WORD, ITEM_BITS, ITEM_MASK

var<storage, read_write> packed: array<u32>;
var<storage, read_write> words: array<u32>;
var<storage, read_write> sorted: array<u32>;

fn convert(word: u32, items: u32) {
  if (word * PER_WORD >= items) {
    return;
  }
  let bits = packed[word];
  for (var k = 0u; k < PER_WORD; k++) {
    words[word * PER_WORD + k] = (bits >> (k * ITEM_BITS)) & ITEM_MASK;
    sorted[word * PER_WORD + k] = UNWRITTEN;
  }
}
