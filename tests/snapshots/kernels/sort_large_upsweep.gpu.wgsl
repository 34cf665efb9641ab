// sort/large upsweep

// (prelude)
alias Key = u32;
const TILE_COUNT = 5u;
const FULL_TILE_COUNT = 6u;
const LARGE_COUNT = 7u;
const BIN_COUNTS = 8u;
const SEGMENT_SIZE = 48u;
const WORKGROUP = 256u;
const TILE = 2048u;
const DIGITS = 256u;
const PLAIN_KEYS = true;
const LOSSLESS_KEYS = true;
const GRID_SLOT = 1u;
@group(0) @binding(0) var<uniform> grids: array<vec4u, 17>;
@group(0) @binding(1) var<storage, read_write> state: array<u32>;
@group(0) @binding(2) var<storage, read_write> large: array<vec4u>;
@group(0) @binding(3) var<storage, read_write> keysFrom: array<Key>;
@group(0) @binding(4) var<uniform> digitShift: u32;
@group(0) @binding(5) var<storage, read_write> counters: array<u32>;
@group(0) @binding(6) var<uniform> keyMap: array<vec4u, 4>;

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

// wgsl/sort/radix/digits.wgsl
fn digitAt(bits: Key, shift: u32) -> u32 {
  return bitsFrom(sortKey(bits), shift) & (DIGITS - 1u);
}

// wgsl/sort/large/counter_rows.gpu.wgsl
fn tileRow(tile: Tile, index: u32) -> u32 {

  return (tile.firstTile + tile.entry + index) * DIGITS;
}

fn totalsRow(tile: Tile) -> u32 {
  return tileRow(tile, tile.tiles);
}

// wgsl/sort/large/upsweep.gpu.wgsl
var<workgroup> counts: array<atomic<u32>, DIGITS>;

fn task(workgroup: u32, local: u32) {
  for (var digit = local; digit < DIGITS; digit += WORKGROUP) {
    atomicStore(&counts[digit], 0u);
  }
  let tile = uniformTile(workgroup, local);
  for (var i = local; i < tile.count; i += WORKGROUP) {
    atomicAdd(&counts[digitAt(keysFrom[tile.start + i], digitShift)], 1u);
  }
  workgroupBarrier();
  if (tile.count > 0u) {
    for (var digit = local; digit < DIGITS; digit += WORKGROUP) {
      counters[tileRow(tile, tile.index) + digit] = atomicLoad(&counts[digit]);
    }
  }
}

// wgsl/sort/keys/word.wgsl
const MAX_KEY = 0xFFFFFFFFu;

struct KeyMap {
  flips: vec4u,
  range: vec4u,
}

fn keyMapNow() -> KeyMap {
  return KeyMap(keyMap[0], keyMap[1]);
}

fn sortKeyBy(by: KeyMap, bits: u32) -> u32 {
  var key = bits;
  if (!PLAIN_KEYS) {
    if (!LOSSLESS_KEYS) {
      key = select(bits, 0u, bits == by.range.x);
    }
    key = (key ^ select(by.flips.x, by.flips.y, (key & by.flips.x) != 0u)) - by.flips.z;
    if (!LOSSLESS_KEYS) {
      key = key >> by.range.y;
    }
    key = key & by.range.z;
  }
  return key ^ by.flips.w;
}

fn sortKey(bits: u32) -> u32 {
  return sortKeyBy(keyMapNow(), bits);
}

fn keyBits(key: u32) -> u32 {
  var bits = key ^ keyMap[0].w;
  if (!PLAIN_KEYS) {
    bits = (bits + keyMap[0].z) & keyMap[1].z;
    bits = bits ^ select(keyMap[0].y, keyMap[0].x, (bits & keyMap[0].x) != 0u);
  }
  return bits;
}

fn lessKey(a: u32, b: u32) -> bool {
  return a < b;
}

fn bitsFrom(key: u32, shift: u32) -> u32 {
  return key >> shift;
}

fn sortKeyBits() -> u32 {
  return keyMap[1].w;
}
