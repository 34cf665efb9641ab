// Exclusive scan over a buffer, first of three kernels: sums each block. The kernels are reduce, spine and apply. No
// workgroup waits for another, since WebGPU does not guarantee that waiting ends.
//
//   state[SCAN_LENGTH]   number of values
//   sums[block]          written: the sum of the block's SCAN_PER_LANE · BLOCK_LANES values
//
// import workgroupIndex from plan/grid
// given blockIndex, BLOCK_LANES, blockLane, scanIdentity, scanCombine, scanned, blockScan, Scanned, SCAN_LENGTH
// given SCAN_PER_LANE

var<storage, read_write> state: array<u32>;
var<storage, read_write> sums: array<Scanned>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let block = blockIndex(workgroupIndex(workgroup, grid), local);
  let length = state[SCAN_LENGTH];
  let first = (block * BLOCK_LANES + blockLane(local)) * SCAN_PER_LANE;
  let end = min(first + SCAN_PER_LANE, length);
  var sum = scanIdentity();
  for (var i = first; i < end; i++) {
    sum = scanCombine(sum, scanned(i));
  }
  let total = blockScan(local, sum).total;
  if (blockLane(local) == 0u && block * BLOCK_LANES * SCAN_PER_LANE < length) {
    sums[block] = total;
  }
}
