// partition/finish

// (prelude)
alias Scanned = u32;
const ITEM_COUNT = 0u;
const BLOCK_COUNT = 2u;
const PARTITION_COUNTERS = 3u;
const RADIX_COUNTERS = 4u;
const TILE_COUNT = 5u;
const FULL_TILE_COUNT = 6u;
const LARGE_COUNT = 7u;
const BIN_COUNTS = 8u;
const BIN_BASES = 28u;
const BINS = 11u;
const FULL_TILES = 11u;
const LARGE_BIN = 10u;
const LARGE_MIN_LENGTH = 2049u;
const TILE = 2048u;
const LARGE_TASKS_PER_SEGMENT = 1u;
const LARGE_PER_WORKGROUP = 1u;
const ARGS_LARGE = 0u;
const ARGS_TILES = 1u;
const ARGS_FIRST_GRID = 2u;
const WORKGROUP = 256u;
const TILE_COUNTERS = 256u;
const SCANS = true;
@group(0) @binding(0) var<storage, read_write> state: array<u32>;
@group(0) @binding(1) var<storage, read_write> counters: array<u32>;
@group(0) @binding(2) var<storage, read_write> args: array<u32>;
@group(0) @binding(3) var<storage, read_write> large: array<vec4u>;

// wgsl/partition/finish.wgsl
@compute @workgroup_size(WORKGROUP)
fn main(@builtin(local_invocation_id) invocation: vec3u) {
  let bin = invocation.x;
  if (SCANS) {
    scanLanes(bin, state[PARTITION_COUNTERS]);
    storageBarrier();
  }
  let blocks = state[BLOCK_COUNT];
  if (bin < BINS) {
    let base = counters[bin * blocks];
    let tiles = counters[(FULL_TILES + 1u) * blocks] - counters[FULL_TILES * blocks];
    finishBin(bin, base, counters[(bin + 1u) * blocks] - base, tiles);
  }
  storageBarrier();
  if (bin == 0u) {
    writeGrids();
  }
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

// wgsl/partition/bins.wgsl
fn finishBin(bin: u32, base: u32, count: u32, allFullTiles: u32) {
  state[BIN_COUNTS + bin] = count;
  state[BIN_BASES + bin] = base;
  if (bin == LARGE_BIN) {
    finishLarge(count, allFullTiles);
  }
}

fn writeGrids() {

  for (var slot = ARGS_FIRST_GRID; slot < arrayLength(&args) / 3u; slot++) {
    writeGrid(slot, gridWorkgroups(slot - ARGS_FIRST_GRID));
  }
}

// wgsl/plan/grid.wgsl
const GRID_LIMIT = 65535u;

fn writeGrid(slot: u32, workgroups: u32) {
  let gridRows = ceilDiv(workgroups, GRID_LIMIT);
  args[slot * 3u] = min(workgroups, GRID_LIMIT);
  args[slot * 3u + 1u] = gridRows;
  args[slot * 3u + 2u] = min(gridRows, 1u);
}

// wgsl/plan/ceil_div.wgsl
fn ceilDiv(value: u32, divisor: u32) -> u32 {
  return value / divisor + select(0u, 1u, value % divisor != 0u);
}

// wgsl/scan/bank.wgsl
fn bank(slot: u32) -> u32 {
  return slot + slot / 32u;
}

// wgsl/partition/large_table.wgsl
fn maxLarge() -> u32 {
  return state[ITEM_COUNT] / LARGE_MIN_LENGTH;
}

fn enterLarge(entry: u32, tilesBefore: u32, segment: Segment) {
  if (entry < maxLarge()) {
    large[entry] = vec4u(tilesBefore, segment.begin, segment.length, 0u);
  }
}

// wgsl/plan/state.wgsl
struct Segment {
  begin: u32,
  length: u32,
}

fn binCount(bin: u32) -> u32 {
  return state[BIN_COUNTS + bin];
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

// wgsl/scan/counters.wgsl
fn scanned(i: u32) -> u32 {
  return counters[i];
}

fn setScanned(i: u32, value: u32) {
  counters[i] = value;
}

// wgsl/partition/large_finish.wgsl
fn finishLarge(segments: u32, allFullTiles: u32) {
  let largeCount = min(segments, maxLarge());
  let fullCount = min(allFullTiles, state[ITEM_COUNT] / TILE);
  let tiles = fullCount + largeCount;
  state[LARGE_COUNT] = largeCount;
  state[FULL_TILE_COUNT] = fullCount;
  state[TILE_COUNT] = tiles;
  writeGrid(ARGS_LARGE, ceilDiv(largeCount * LARGE_TASKS_PER_SEGMENT, LARGE_PER_WORKGROUP));
  writeGrid(ARGS_TILES, ceilDiv(tiles, LARGE_PER_WORKGROUP));
  finishTiles(tiles);
}

// wgsl/sort/large/finish_tiles.wgsl
fn finishTiles(tiles: u32) {
  state[RADIX_COUNTERS] = tiles * TILE_COUNTERS;
}

// (grids)
fn gridWorkgroups(grid:u32)->u32{
if(grid==0){return ceilDiv(binCount(0)*1+binCount(1)*1+binCount(2)*2+binCount(3)*4+binCount(4)*8,64)+4;}
if(grid==1){return ceilDiv(binCount(5)*16+binCount(6)*32,64)+1;}
if(grid==2){return ceilDiv(binCount(7)*1,2)+0;}
if(grid==3){return ceilDiv(binCount(8)*1,1)+0;}
if(grid==4){return ceilDiv(binCount(9)*1,1)+0;}
return 0;
}
