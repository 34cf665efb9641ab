// The last word of an id of two words, low word first.
//
// given Bits

fn lastWord(id: Bits) -> u32 {
  return id.y;
}
