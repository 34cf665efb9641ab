// The scan over the lanes of a workgroup, by subgroups. Same names as in scan/block.gpu.wgsl, for sums of words.
//
// Invocations with consecutive local ids must be consecutive lanes of a subgroup (sort/small/exchange_subgroup.wgsl).
//
// given WORKGROUP, SUBGROUP_MIN

/** A subgroup's sum has the slot of its last lane. If the subgroup is longer than the smallest, other slots stay 0. */
const SUM_SLOTS = (WORKGROUP + SUBGROUP_MIN - 1u) / SUBGROUP_MIN;

struct BlockScan {
  before: u32,   // sum of the block's earlier lanes
  total: u32,    // sum of all its lanes
}

var<workgroup> subgroupSums: array<u32, SUM_SLOTS>;

/**
 * Exclusive scan over the workgroup's lanes. It has one barrier, so there is another one between two scans. For uniform
 * control flow only.
 */
fn blockScan(local: u32, value: u32) -> BlockScan {
  let first = subgroupBroadcastFirst(local);
  let end = subgroupInclusiveAdd(value);
  if (local + 1u == first + subgroupAdd(1u)) {
    subgroupSums[local % WORKGROUP / SUBGROUP_MIN] = end;
  }
  workgroupBarrier();
  var before = end - value;
  var total = 0u;
  for (var i = 0u; i < SUM_SLOTS; i++) {
    let sum = subgroupSums[i];
    before += select(0u, sum, i < first / SUBGROUP_MIN);
    total += sum;
  }
  return BlockScan(before, total);
}
