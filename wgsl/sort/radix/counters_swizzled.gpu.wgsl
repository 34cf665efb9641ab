// Where digit counters lie in workgroup memory: a row of lanes starts at bank 0, and neighbours in it are swapped. So
// lanes of a subgroup have no conflicts in the 32 banks of a GPU while they rank, whatever their digits. The scan of
// the counters has none at 256 lanes, and takes 2 cycles an access at 128.
//
// uses  COUNTER_ROWS (sort/radix/rank_tile.gpu)
// given WORKGROUP

const COUNTER_WORDS = COUNTER_ROWS * WORKGROUP;

fn counterAt(row: u32, local: u32) -> u32 {
  return row * WORKGROUP + (local ^ (local / 32u));
}

/** Counter `i` of the lane's COUNTER_ROWS counters from `first` on, in the order of the scan. All are in one row. */
fn scannedCounterAt(first: u32, i: u32) -> u32 {
  return counterAt(first / WORKGROUP, first % WORKGROUP) ^ i;
}
