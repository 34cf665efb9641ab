// Copies 8- and 16-bit items, so that a gather may overwrite the original. One conversion is one packed word.
//
//   gatherFrom, gatherTo   PER_WORD items per word: read, written
//
// given PER_WORD

var<storage, read_write> gatherTo: array<u32>;
var<storage, read_write> gatherFrom: array<u32>;

fn convert(word: u32, items: u32) {
  if (word * PER_WORD < items) {
    gatherTo[word] = gatherFrom[word];
  }
}
