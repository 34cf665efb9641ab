// No row is dropped before the first group. Same names as group/base/negative.wgsl.

fn firstGroupRow(items: u32) -> u32 {
  return 0u;
}
