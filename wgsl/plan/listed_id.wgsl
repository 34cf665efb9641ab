// The ids of the segments in the bins' lists. Only the lists of reduces and selections hold ids.
//
// given FIRST_ID, BIN_BASES, SEGMENT_SIZE

var<storage, read_write> state: array<u32>;

/** The id of the segment in entry `slot` of a bin's list. Segments of one size have no lists. */
fn listedId(bin: u32, slot: u32) -> u32 {
  return select(state[FIRST_ID + state[BIN_BASES + bin] + slot], slot, state[SEGMENT_SIZE] != 0u);
}
