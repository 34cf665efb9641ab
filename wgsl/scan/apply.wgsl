// Exclusive scan over a buffer, last of three kernels: scans each block in place, starting from its scanned block sum.
//
// import workgroupIndex from plan/grid
// given blockIndex, BLOCK_LANES, blockLane, scanIdentity, scanCombine, scanned, blockScan, setScanned, Scanned
// given SCAN_LENGTH, SCAN_PER_LANE

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
  var before = blockScan(local, sum).before;
  if (first < length) {
    before = scanCombine(sums[block], before);
  }
  for (var i = first; i < end; i++) {
    let value = scanned(i);
    setScanned(i, before);
    before = scanCombine(before, value);
  }
}
