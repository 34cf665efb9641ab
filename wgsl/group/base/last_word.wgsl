// The last word of an id of one word.
//
// given Bits

fn lastWord(id: Bits) -> u32 {
  return id;
}
