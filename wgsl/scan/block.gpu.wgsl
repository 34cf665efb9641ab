// A block is one workgroup, on GPUs. Same names as scan/block.software.wgsl.
//
// import bank from scan/bank
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
