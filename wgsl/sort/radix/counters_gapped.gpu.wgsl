// The layout of the digit counters in workgroup memory, with one unused word in 33. The scan of the counters has no
// conflicts in the 32 banks of a GPU. Ranking takes about 3 cycles an access if digits are random.
//
// import COUNTER_ROWS, digitCounters from sort/radix/rank_by_counters.gpu
// given WORKGROUP

const COUNTER_WORDS = COUNTER_ROWS * WORKGROUP + COUNTER_ROWS * WORKGROUP / 32u;

/** The counters in row `row` % COUNTER_ROWS of the lane. */
fn counter(row: u32, local: u32) -> u32 {
  let i = row % COUNTER_ROWS * WORKGROUP + local % WORKGROUP;
  return digitCounters[i + i / 32u];
}

fn setCounter(row: u32, local: u32, value: u32) {
  let i = row % COUNTER_ROWS * WORKGROUP + local % WORKGROUP;
  digitCounters[i + i / 32u] = value;
}

/** Counter `number` of the lane's COUNTER_ROWS counters in the order of the scan. */
fn scannedCounter(local: u32, number: u32) -> u32 {
  let i = local % WORKGROUP * COUNTER_ROWS + number;
  return digitCounters[i + i / 32u];
}

fn setScannedCounter(local: u32, number: u32, value: u32) {
  let i = local % WORKGROUP * COUNTER_ROWS + number;
  digitCounters[i + i / 32u] = value;
}
