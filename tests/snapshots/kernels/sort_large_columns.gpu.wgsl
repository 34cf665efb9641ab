// sort/large columns

// (prelude)
const TILE_COUNT = 5u;
const FULL_TILE_COUNT = 6u;
const LARGE_COUNT = 7u;
const BIN_COUNTS = 8u;
const SEGMENT_SIZE = 48u;
const WORKGROUP = 256u;
const TILE = 2048u;
const DIGITS = 256u;
const GRID_SLOT = 1u;
@group(0) @binding(0) var<uniform> grids: array<vec4u, 17>;
@group(0) @binding(1) var<storage, read_write> state: array<u32>;
@group(0) @binding(2) var<storage, read_write> large: array<vec4u>;
@group(0) @binding(3) var<storage, read_write> counters: array<u32>;

// wgsl/plan/repeated.wgsl
fn gridWord(a:u32)->u32{
return grids[a/4u][a%4u];
}

@compute@workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id)a:vec3u,@builtin(num_workgroups)b:vec3u,
@builtin(local_invocation_id)c:vec3u){
let d=gridWord(GRID_SLOT*3u)*gridWord(GRID_SLOT*3u+1u);
for(var e=a.x;e<d;e+=b.x){
task(e,c.x);

if(e+b.x<d){
workgroupBarrier();
}
}
}

// wgsl/partition/uniform_tile.wgsl
var<workgroup> sharedTile: Tile;

fn uniformTile(number: u32, local: u32) -> Tile {
  if (local == 0u) {
    sharedTile.count = 0u;
    if (number < state[TILE_COUNT]) {
      sharedTile = tileAt(number);
    }
  }
  return workgroupUniformLoad(&sharedTile);
}

// wgsl/partition/tile_table.wgsl
struct Tile {
  start: u32,
  count: u32,
  segment: Segment,
  entry: u32,
  index: u32,
  tiles: u32,
  firstTile: u32,
}

fn largeAt(entry: u32) -> vec4u {
  let size = state[SEGMENT_SIZE];
  return select(large[entry], vec4u((size - 1u) / TILE * entry, size * entry, size, 0u), size != 0u);
}

fn tileAt(number: u32) -> Tile {
  let full = state[FULL_TILE_COUNT];
  var entry = number - full;
  if (number < full) {

    var low = 0u;
    var high = state[LARGE_COUNT];
    while (high - low > 1u) {
      let middle = (low + high) / 2u;
      if (largeAt(middle).x <= number) {
        low = middle;
      } else {
        high = middle;
      }
    }
    entry = low;
  }
  let segment = largeAt(entry);
  let fullTiles = (segment.z - 1u) / TILE;

  let index = select(fullTiles, min(number - segment.x, fullTiles), number < full);
  let count = min(segment.z - index * TILE, TILE);
  return Tile(segment.y + index * TILE, count, Segment(segment.y, segment.z), entry, index, fullTiles + 1u,
              segment.x + entry);
}

// wgsl/plan/state.wgsl
struct Segment {
  begin: u32,
  length: u32,
}

fn binCount(bin: u32) -> u32 {
  return state[BIN_COUNTS + bin];
}

// wgsl/sort/large/counter_rows.gpu.wgsl
fn tileRow(tile: Tile, index: u32) -> u32 {

  return (tile.firstTile + tile.entry + index) * DIGITS;
}

fn totalsRow(tile: Tile) -> u32 {
  return tileRow(tile, tile.tiles);
}

// wgsl/sort/large/columns.gpu.wgsl
const MIN_COLUMNS = min(8u, DIGITS);
var<workgroup> stripSums: array<u32, WORKGROUP>;

fn columnsOf(tiles: u32) -> u32 {
  var columns = min(DIGITS, WORKGROUP);
  while (columns > MIN_COLUMNS && columns * tiles > DIGITS) {
    columns /= 2u;
  }
  return columns;
}

fn task(workgroup: u32, local: u32) {
  let tile = uniformTile(workgroup, local);
  let columns = columnsOf(tile.tiles);
  let strips = WORKGROUP / columns;
  let tilesEach = (tile.tiles + strips - 1u) / strips;
  let first = min(local / columns * tilesEach, tile.tiles);
  let end = min(first + tilesEach, tile.tiles);
  let stop = select(0u, DIGITS, tile.count > 0u);
  for (var digits = tile.index * columns; digits < stop; digits += tile.tiles * columns) {
    let digit = digits + local % columns;
    var sum = 0u;
    for (var i = first; i < end; i++) {
      sum += counters[tileRow(tile, i) + digit];
    }
    stripSums[local] = sum;
    workgroupBarrier();
    var before = 0u;
    for (var lane = local % columns; lane < local; lane += columns) {
      before += stripSums[lane];
    }
    if (local + columns >= WORKGROUP) {
      counters[totalsRow(tile) + digit] = before + sum;
    }
    for (var i = first; i < end; i++) {
      let at = tileRow(tile, i) + digit;
      let count = counters[at];
      counters[at] = before;
      before += count;
    }
    workgroupBarrier();
  }
}
