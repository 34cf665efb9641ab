// The last word of an id of two words, low word first.

fn lastWord(id: Bits) -> u32 {
  return id.y;
}
