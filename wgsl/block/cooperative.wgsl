// A block is one workgroup (the family for real GPUs). Same names as block/lone.wgsl.

const BLOCK_LANES = WORKGROUP;

struct BlockScan {
  before: Scanned,   // sum of the values of the block's earlier lanes
  total: Scanned,    // sum over the block
}

var<workgroup> blockSums: array<Scanned, WORKGROUP>;

fn blockIndex(workgroup: u32, local: u32) -> u32 {
  return workgroup;
}

fn blockLane(local: u32) -> u32 {
  return local;
}

/** Exclusive scan over the workgroup's lanes (Hillis and Steele 1986). Uniform control flow only. */
fn blockScan(local: u32, value: Scanned) -> BlockScan {
  workgroupBarrier();
  blockSums[local] = value;
  workgroupBarrier();
  for (var step = 1u; step < WORKGROUP; step <<= 1u) {
    var sum = blockSums[local];
    if (local >= step) {
      sum += blockSums[local - step];
    }
    workgroupBarrier();
    blockSums[local] = sum;
    workgroupBarrier();
  }
  return BlockScan(blockSums[local] - value, blockSums[WORKGROUP - 1u]);
}
