// Numbers the groups of ordered rows, first of three kernels: counts the groups that begin in each block. The second
// kernel is scan/spine.wgsl, the third group/boundaries/number.wgsl. Method: head flags and a scan (Sengupta et al.
// 2007).
//
//   groupSums[block]   written: groups that begin in the block's PER_LANE · BLOCK_LANES rows. Neighbouring lanes take
//                      neighbouring rows
//
// import workgroupIndex from plan/grid
// import startsGroup from group/order
// given blockIndex, BLOCK_LANES, blockLane, blockScan, ITEM_COUNT, PER_LANE

var<storage, read_write> state: array<u32>;
var<storage, read_write> groupSums: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let block = blockIndex(workgroupIndex(workgroup, grid), local);
  let length = state[ITEM_COUNT];
  let first = block * (BLOCK_LANES * PER_LANE) + blockLane(local);
  var count = 0u;
  for (var k = 0u; k < PER_LANE; k++) {
    let slot = first + k * BLOCK_LANES;
    if (slot < length) {
      count += select(0u, 1u, startsGroup(slot));
    }
  }
  let total = blockScan(local, count).total;
  if (blockLane(local) == 0u && first < length) {
    groupSums[block] = total;
  }
}
