// Moves 8- and 16-bit items once, after the sort of their indices. One conversion is one whole output word, so that no
// two lanes write the same word, also where a segment begins or ends inside it.
//
//   sorted                 read: the source index of each item, or UNWRITTEN
//   gatherFrom, gatherTo   PER_WORD items per word, lowest bits first: read, read and written
//
// import UNWRITTEN from sort/convert/unwritten
// given PER_WORD, ITEM_BITS, ITEM_MASK

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
