// A block is one workgroup (the family for real GPUs). Same names as block/lone.wgsl.

const BLOCK_LANES = WORKGROUP;
const RAKE = 16u;                     // lanes a row; one lane walks each row
const ROWS_RAKED = WORKGROUP / RAKE;

struct BlockScan {
  before: Scanned,   // sum of the values of the block's earlier lanes
  total: Scanned,    // sum over the block
}

var<workgroup> blockSums: array<Scanned, WORKGROUP>;
var<workgroup> rowSums: array<Scanned, ROWS_RAKED>;

fn blockIndex(workgroup: u32, local: u32) -> u32 {
  return workgroup;
}

fn blockLane(local: u32) -> u32 {
  return local;
}

/** Exclusive scan over the workgroup's lanes, by raking: two barriers, none at its end. Uniform control flow only. */
fn blockScan(local: u32, value: Scanned) -> BlockScan {
  blockSums[local] = value;
  workgroupBarrier();
  if (local < ROWS_RAKED) {
    var sum = Scanned();
    for (var i = local * RAKE; i < local * RAKE + RAKE; i++) {
      let next = blockSums[i];
      blockSums[i] = sum;
      sum += next;
    }
    rowSums[local] = sum;
  }
  workgroupBarrier();
  var before = blockSums[local];
  var total = Scanned();
  for (var row = 0u; row < ROWS_RAKED; row++) {
    if (row == local / RAKE) {
      before += total;
    }
    total += rowSums[row];
  }
  return BlockScan(before, total);
}
