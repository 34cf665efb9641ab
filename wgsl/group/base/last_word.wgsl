// The last word of an id of one word.

fn lastWord(id: Bits) -> u32 {
  return id;
}
