// A block is one invocation, on software adapters. There, barriers determine the time, and arithmetic on other lanes is
// nearly free.
//
// given scanIdentity, Scanned, WORKGROUP

const BLOCK_LANES = 1u;

struct BlockScan {
  before: Scanned,   // combined values of the block's earlier lanes
  total: Scanned,    // combined values of all its lanes
}

fn blockIndex(workgroup: u32, local: u32) -> u32 {
  return workgroup * WORKGROUP + local;
}

fn blockLane(local: u32) -> u32 {
  return 0u;
}

fn blockScan(local: u32, value: Scanned) -> BlockScan {
  return BlockScan(scanIdentity(), value);
}
