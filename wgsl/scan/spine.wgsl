// Exclusive scan over `counters`, second of three kernels: one workgroup scans the block sums in place. Each lane takes
// an equal run of them, so any number of blocks costs the same few barriers.

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(local_invocation_index) local: u32) {
  let length = state[SCAN_LENGTH];
  let blocks = length / SCAN_BLOCK + select(0u, 1u, length % SCAN_BLOCK != 0u);
  let perLane = blocks / WORKGROUP + 1u;
  let first = min(local * perLane, blocks);
  let end = min(first + perLane, blocks);
  var sum = 0u;
  for (var i = first; i < end; i++) {
    sum += sums[i];
  }
  var before = blockScan(local, sum).before;
  for (var i = first; i < end; i++) {
    let value = sums[i];
    sums[i] = before;
    before += value;
  }
}
