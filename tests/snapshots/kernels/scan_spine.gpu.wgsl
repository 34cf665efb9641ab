// scan/spine

// (prelude)
alias Scanned = u32;
const WORKGROUP = 256u;
const SCAN_LENGTH = 3u;
const SCAN_BLOCK = 4096u;
@group(0) @binding(0) var<storage, read_write> state: array<u32>;
@group(0) @binding(1) var<storage, read_write> sums: array<Scanned>;

// wgsl/scan/spine.wgsl
@compute @workgroup_size(WORKGROUP)
fn main(@builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let length = state[SCAN_LENGTH];
  scanLanes(local, length / SCAN_BLOCK + select(0u, 1u, length % SCAN_BLOCK != 0u));
}

// wgsl/scan/lanes.wgsl
fn scanLanes(local: u32, count: u32) {
  let perLane = count / WORKGROUP + 1u;
  let first = min(local * perLane, count);
  let end = min(first + perLane, count);
  var sum = scanIdentity();
  for (var i = first; i < end; i++) {
    sum = scanCombine(sum, scanned(i));
  }
  var before = blockScan(local, sum).before;
  for (var i = first; i < end; i++) {
    let value = scanned(i);
    setScanned(i, before);
    before = scanCombine(before, value);
  }
}

// wgsl/scan/bank.wgsl
fn bank(slot: u32) -> u32 {
  return slot + slot / 32u;
}

// wgsl/scan/block_sums.wgsl
fn scanned(i: u32) -> Scanned {
  return sums[i];
}

fn setScanned(i: u32, value: Scanned) {
  sums[i] = value;
}

// wgsl/scan/block.gpu.wgsl
const BLOCK_LANES = WORKGROUP;
const RAKE = 16u;
const ROWS_RAKED = WORKGROUP / RAKE;

struct BlockScan {
  before: Scanned,
  total: Scanned,
}

var<workgroup> blockSums: array<Scanned, WORKGROUP + WORKGROUP / 32u>;
var<workgroup> rowSums: array<Scanned, ROWS_RAKED>;

fn blockIndex(workgroup: u32, local: u32) -> u32 {
  return workgroup;
}

fn blockLane(local: u32) -> u32 {
  return local;
}

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

// wgsl/scan/add.wgsl
fn scanIdentity() -> Scanned {
  return Scanned();
}

fn scanCombine(a: Scanned, b: Scanned) -> Scanned {
  return a + b;
}
