// Sorted words back to 8- and 16-bit items. One conversion is one whole output word, so that neighbours in one word are never
// torn, also where a segment begins or ends inside it; items outside every segment stay as they are.
//
//   sorted   read: one item a word, or UNWRITTEN, as behind the last item of the last packed word
//   packed   read and written: PER_WORD items a word, lowest bits first
//
// uses  UNWRITTEN (sort/convert/unwritten)
// given PER_WORD  ITEM_MASK  ITEM_BITS

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
