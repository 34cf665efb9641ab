// setup

// (prelude)
const ITEM_COUNT = 0u;
const SEGMENT_COUNT = 1u;
const BLOCK_COUNT = 2u;
const PARTITION_COUNTERS = 3u;
const RADIX_COUNTERS = 4u;
const TILE_COUNT = 5u;
const FULL_TILE_COUNT = 6u;
const LARGE_COUNT = 7u;
const BIN_COUNTS = 8u;
const BIN_BASES = 28u;
const SEGMENT_SIZE = 48u;
const FIRST_ID = 64u;
const FULL_TILES = 11u;
const LARGE_BIN = 10u;
const LARGE_MIN_LENGTH = 2049u;
const MIN_LENGTH = 1u;
const TILE = 2048u;
const LARGE_TASKS_PER_SEGMENT = 1u;
const LARGE_PER_WORKGROUP = 1u;
const ARGS_LARGE = 0u;
const ARGS_TILES = 1u;
const ARGS_FIRST_GRID = 2u;
const TILE_COUNTERS = 256u;
const SEGMENTS_PER_BLOCK = 2048u;
@group(0) @binding(0) var<uniform> call: Call;
@group(0) @binding(1) var<storage, read_write> state: array<u32>;
@group(0) @binding(2) var<storage, read_write> args: array<u32>;
@group(0) @binding(3) var<storage, read_write> large: array<vec4u>;

// wgsl/partition/setup/kernel.wgsl
@compute @workgroup_size(1)
fn main() {
  let items = call.items;
  let size = call.size;
  var segments = countOfCall(call.segments);
  if (size != 0u) {
    segments = min(segments, items / size);
  }
  for (var i = 0u; i < FIRST_ID; i++) {
    state[i] = 0u;
  }
  for (var i = 0u; i < arrayLength(&args); i++) {
    args[i] = 0u;
  }
  let blocks = ceilDiv(segments, SEGMENTS_PER_BLOCK);
  state[ITEM_COUNT] = items;
  state[SEGMENT_COUNT] = segments;
  state[SEGMENT_SIZE] = size;
  state[BLOCK_COUNT] = blocks;
  state[PARTITION_COUNTERS] = blocks * (FULL_TILES + 1u) + 1u;
  if (size != 0u) {
    if (isListed(size)) {
      finishBin(sumOf(countAtLeast(size)) - 1u, 0u, segments, segments * fullTiles(size));
      writeGrids();
    }
  }
}

// wgsl/plan/ceil_div.wgsl
fn ceilDiv(value: u32, divisor: u32) -> u32 {
  return value / divisor + select(0u, 1u, value % divisor != 0u);
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

// (call)
struct Call {
items: u32,
segments: u32,
size: u32,
}

// wgsl/partition/setup/count_given.wgsl
fn countOfCall(given: u32) -> u32 {
  return given;
}

// wgsl/partition/large_tiles.wgsl
fn fullTiles(length: u32) -> u32 {
  return select(0u, (length - 1u) / TILE, length >= LARGE_MIN_LENGTH);
}

// (counts)
alias BinCounts=array<vec4u,3>;
fn isListed(length:u32)->bool{
return length>=MIN_LENGTH&&length<4294967295;
}
fn countAtLeast(length:u32)->BinCounts{
return BinCounts(vec4u(vec4u(length)>=vec4u(MIN_LENGTH,5,9,17)),vec4u(vec4u(length)>=vec4u(33,65,129,257)),vec4u(vec4u(length)>=vec4u(513,1025,2049,4294967295)));
}
fn perBinCounts(counts:BinCounts)->BinCounts{
return BinCounts(counts[0]-vec4u(counts[0].yzw,counts[1].x),counts[1]-vec4u(counts[1].yzw,counts[2].x),counts[2]-vec4u(counts[2].yzw,counts[0].x));
}
fn addedCounts(counts:BinCounts,more:BinCounts)->BinCounts{
return BinCounts(counts[0]+more[0],counts[1]+more[1],counts[2]+more[2]);
}
fn slotOf(counts:BinCounts,one:BinCounts)->u32{
return sumOf(BinCounts(select(vec4u(),counts[0],one[0]==vec4u(1)),select(vec4u(),counts[1],one[1]==vec4u(1)),select(vec4u(),counts[2],one[2]==vec4u(1))));
}
fn shifted(counts:BinCounts,last:vec4u)->BinCounts{
return BinCounts(counts[1],counts[2],last);
}
fn sumOf(counts:BinCounts)->u32{
return dot(counts[0]+counts[1]+counts[2],vec4u(1));
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
