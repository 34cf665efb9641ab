// Counts rows: the value of every row is 1. Same names as group/atomic/value.wgsl.

fn valueAt(row: u32) -> u32 {
  return 1u;
}
