// Exclusive scan over `counters`, last of three kernels: scans each block in place, from its scanned block sum on.
//
// uses  workgroupIndex (plan/workgroup_index)
// takes blockIndex BLOCK_LANES blockLane blockScan (scan/ block.gpu | block.software)
// given SCAN_LENGTH  SCAN_PER_LANE

var<storage, read_write> state: array<u32>;
var<storage, read_write> counters: array<u32>;
var<storage, read_write> sums: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let block = blockIndex(workgroupIndex(workgroup, grid), local);
  let length = state[SCAN_LENGTH];
  let first = (block * BLOCK_LANES + blockLane(local)) * SCAN_PER_LANE;
  let end = min(first + SCAN_PER_LANE, length);
  var sum = 0u;
  for (var i = first; i < end; i++) {
    sum += counters[i];
  }
  var before = blockScan(local, sum).before;
  if (first < length) {
    before += sums[block];
  }
  for (var i = first; i < end; i++) {
    let value = counters[i];
    counters[i] = before;
    before += value;
  }
}
