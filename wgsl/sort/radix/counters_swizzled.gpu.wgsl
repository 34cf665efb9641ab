// The layout of the digit counters in workgroup memory, without gaps. Every row starts at bank 0. Lane i of the k-th 32
// lanes has word i ^ k of them. So 32 consecutive lanes use 32 banks while they rank, whatever their digits. The scan
// of the counters takes 1 cycle an access at 256 lanes, and 2 cycles at 128.
//
// import COUNTER_ROWS, digitCounters from sort/radix/rank_by_counters.gpu
// given WORKGROUP

const COUNTER_WORDS = COUNTER_ROWS * WORKGROUP;

/** The counters in row `row` % COUNTER_ROWS of the lane. */
fn counter(row: u32, local: u32) -> u32 {
  return digitCounters[row % COUNTER_ROWS * WORKGROUP + (local ^ (local / 32u)) % WORKGROUP];
}

fn setCounter(row: u32, local: u32, value: u32) {
  digitCounters[row % COUNTER_ROWS * WORKGROUP + (local ^ (local / 32u)) % WORKGROUP] = value;
}

/**
 * Counter `number` of the lane's COUNTER_ROWS counters in the order of the scan. The first is a multiple of
 * COUNTER_ROWS, a power of two. So the counters are in one row, and `^ number` steps through them.
 */
fn scannedCounter(local: u32, number: u32) -> u32 {
  let first = local * COUNTER_ROWS;
  let lane = first % WORKGROUP;
  return digitCounters[first / WORKGROUP % COUNTER_ROWS * WORKGROUP + (lane ^ (lane / 32u) ^ number) % WORKGROUP];
}

fn setScannedCounter(local: u32, number: u32, value: u32) {
  let first = local * COUNTER_ROWS;
  let lane = first % WORKGROUP;
  digitCounters[first / WORKGROUP % COUNTER_ROWS * WORKGROUP + (lane ^ (lane / 32u) ^ number) % WORKGROUP] = value;
}
