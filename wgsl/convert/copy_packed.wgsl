// Copies 8- and 16-bit items, so that a gather may write where they came from. A unit is a packed word.

fn convert(word: u32, items: u32) {
  if (word * PER_WORD < items) {
    gatherTo[word] = gatherFrom[word];
  }
}
