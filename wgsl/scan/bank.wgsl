// Indices in workgroup memory that avoid conflicts in the 32 banks of a GPU.

/** The index of a word. One word in 33 is unused. So lanes that take 2, 4, 8 or 16 neighbours have no conflicts. */
fn bank(slot: u32) -> u32 {
  return slot + slot / 32u;
}
