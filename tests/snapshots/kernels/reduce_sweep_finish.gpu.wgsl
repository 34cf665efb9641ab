// reduce/sweep finish

// (prelude)
const ITEM_COUNT = 0u;
const TILE_COUNT = 5u;
const LARGE_COUNT = 7u;
const BIN_COUNTS = 8u;
const BIN_BASES = 28u;
const SEGMENT_SIZE = 48u;
const TILES_EACH = 49u;
const BINS = 2u;
const LARGE_BIN = 1u;
const TILE = 16384u;
const LARGE_PER_WORKGROUP = 1u;
const ARGS_LARGE = 0u;
const ARGS_TILES = 1u;
const ARGS_FIRST_GRID = 2u;
const SPREAD = 16u;
@group(0) @binding(0) var<storage, read_write> longSpans: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read_write> state: array<u32>;
@group(0) @binding(2) var<storage, read_write> args: array<u32>;

// wgsl/reduce/sweep/finish.gpu.wgsl
@compute @workgroup_size(1)
fn main() {
  finishBin(BINS - 1u, 0u, atomicLoad(&longSpans[longListLength()]), ceilDiv(atomicLoad(&longSpans[longest()]), TILE));
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
  var workgroups = gridWorkgroups();

  for (var slot = ARGS_FIRST_GRID; slot < arrayLength(&args) / 3u; slot++) {
    writeGrid(slot, workgroups[slot - ARGS_FIRST_GRID]);
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

// wgsl/reduce/sweep/long_list.gpu.wgsl
fn longListLength() -> u32 {
  return arrayLength(&longSpans) - 1u;
}

fn longest() -> u32 {
  return arrayLength(&longSpans) - 2u;
}

// wgsl/partition/spread_finish.wgsl
fn finishLarge(segments: u32, longest: u32) {
  let room = max(state[ITEM_COUNT] / TILE * SPREAD / max(segments, 1u), 1u);

  let each = min(room - 1u, max(longest, ceilDiv(state[SEGMENT_SIZE], TILE)) - 1u) + 1u;
  state[LARGE_COUNT] = segments;
  state[TILES_EACH] = each;
  state[TILE_COUNT] = segments * each;

  writeGrid(ARGS_LARGE, select(0u, ceilDiv(segments, LARGE_PER_WORKGROUP), each > 1u));
  writeGrid(ARGS_TILES, ceilDiv(segments * each, LARGE_PER_WORKGROUP));
}

// (grids)
alias GridWorkgroups=array<u32,1>;
fn gridWorkgroups()->GridWorkgroups{
return array<u32,1>(
0);
}
