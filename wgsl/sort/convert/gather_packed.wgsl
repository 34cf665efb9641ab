// Moves 8- and 16-bit items once, after their indices were sorted. One conversion is one whole output word, so that neighbours in
// one word are never torn, also where a segment begins or ends inside it.
//
//   sorted                 read: where each item comes from, or UNWRITTEN
//   gatherFrom, gatherTo   PER_WORD items a word, lowest bits first
//
// uses  UNWRITTEN (sort/convert/unwritten)
// given PER_WORD  ITEM_BITS  ITEM_MASK

var<storage, read_write> gatherTo: array<u32>;
var<storage, read_write> sorted: array<u32>;
var<storage, read_write> gatherFrom: array<u32>;

fn convert(word: u32, items: u32) {
  let first = word * PER_WORD;
  if (first >= items) {
    return;
  }
  let before = gatherTo[word];
  var after = before;
  for (var i = first; i < min(first + PER_WORD, items); i++) {
    let source = sorted[i];
    if (source != UNWRITTEN) {
      let bits = (gatherFrom[source / PER_WORD] >> (source % PER_WORD * ITEM_BITS)) & ITEM_MASK;
      let shift = (i - first) * ITEM_BITS;
      after = (after & ~(ITEM_MASK << shift)) | (bits << shift);
    }
  }
  if (after != before) {
    gatherTo[word] = after;
  }
}
