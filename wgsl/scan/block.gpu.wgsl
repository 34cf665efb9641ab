// The scan over the lanes of a workgroup, GPUs. A block is one workgroup.

// ---- part bank
// Indices in workgroup memory that avoid conflicts in the 32 banks of a GPU.

/** The index of a word. One word in 33 is unused. So lanes that take 2, 4, 8 or 16 neighbours have no conflicts. */
fn bank(slot: u32) -> u32 {
  return slot + slot / 32u;
}

// ---- choice scan: raked
// The scan over the lanes of a workgroup, by raking.
//
// given scanIdentity, scanCombine, WORKGROUP, Scanned

const BLOCK_LANES = WORKGROUP;
const RAKE = 16u;                     // lanes a row; one lane scans each row
const ROWS_RAKED = WORKGROUP / RAKE;

struct BlockScan {
  before: Scanned,   // combined values of the block's earlier lanes
  total: Scanned,    // combined values of all its lanes
}

var<workgroup> blockSums: array<Scanned, WORKGROUP + WORKGROUP / 32u>;
var<workgroup> rowSums: array<Scanned, ROWS_RAKED>;

fn blockIndex(workgroup: u32, local: u32) -> u32 {
  return workgroup;
}

fn blockLane(local: u32) -> u32 {
  return local;
}

/**
 * Exclusive scan over the workgroup's lanes, by raking. It has two barriers, none of them at its end. For uniform
 * control flow only.
 */
fn blockScan(local: u32, value: Scanned) -> BlockScan {
  blockSums[bank(local)] = value;
  workgroupBarrier();
  if (local < ROWS_RAKED) {
    var sum = scanIdentity();
    for (var i = local * RAKE; i < local * RAKE + RAKE; i++) {
      let next = blockSums[bank(i)];
      blockSums[bank(i)] = sum;
      sum = scanCombine(sum, next);
    }
    rowSums[local] = sum;
  }
  workgroupBarrier();
  var before = blockSums[bank(local)];
  var total = scanIdentity();
  for (var row = 0u; row < ROWS_RAKED; row++) {
    if (row == local / RAKE) {
      before = scanCombine(total, before);
    }
    total = scanCombine(total, rowSums[row]);
  }
  return BlockScan(before, total);
}

// ---- choice scan: subgroups
// The scan over the lanes of a workgroup, by subgroups.
//
// Invocations with consecutive local ids must be consecutive lanes of a subgroup (sort/small/exchange.wgsl).
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
