// The layout of the digit counters in workgroup memory, with one unused word in 33. The scan of the counters has no
// conflicts in the 32 banks of a GPU. Ranking takes about 3 cycles an access if digits are random.
//
// uses  COUNTER_ROWS (sort/radix/rank_tile.gpu)  bank (scan/block.gpu)
// given WORKGROUP

const COUNTER_WORDS = COUNTER_ROWS * WORKGROUP + COUNTER_ROWS * WORKGROUP / 32u;

fn counterAt(row: u32, local: u32) -> u32 {
  return bank(row * WORKGROUP + local);
}

/** Counter `i` of the lane's COUNTER_ROWS counters from `first` on, in the order of the scan. */
fn scannedCounterAt(first: u32, i: u32) -> u32 {
  return bank(first + i);
}
