// The layout of the digit counters in workgroup memory, without gaps. Every row starts at bank 0. Lane i of the k-th 32
// lanes has word i ^ k of them. So 32 consecutive lanes use 32 banks while they rank, whatever their digits. The scan
// of the counters takes 1 cycle an access at 256 lanes, and 2 cycles at 128.
//
// uses  COUNTER_ROWS (sort/radix/rank_tile.gpu)
// given WORKGROUP

const COUNTER_WORDS = COUNTER_ROWS * WORKGROUP;

fn counterAt(row: u32, local: u32) -> u32 {
  return row * WORKGROUP + (local ^ (local / 32u));
}

/**
 * Counter `i` of the lane's COUNTER_ROWS counters from `first` on, in the order of the scan. `first` is a multiple of
 * COUNTER_ROWS, a power of two. So the counters are in one row, and `^ i` steps through them.
 */
fn scannedCounterAt(first: u32, i: u32) -> u32 {
  return counterAt(first / WORKGROUP, first % WORKGROUP) ^ i;
}
