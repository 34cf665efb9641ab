// sort/large cuts

// (prelude)
alias segmented_Key = u32;
alias segmented_InputWord = u32;
const segmented_TILE_COUNT = 5u;
const segmented_FULL_TILE_COUNT = 6u;
const segmented_LARGE_COUNT = 7u;
const segmented_BIN_COUNTS = 8u;
const segmented_SEGMENT_SIZE = 48u;
const segmented_WORKGROUP = 1u;
const segmented_TILE = 2048u;
const segmented_DESCENDING = false;
const segmented_GRID_SLOT = 1u;
@group(0) @binding(0) var<uniform> segmented_grids: array<vec4u, 17>;
@group(0) @binding(1) var<storage, read_write> segmented_state: array<u32>;
@group(0) @binding(2) var<storage, read_write> segmented_large: array<vec4u>;
@group(0) @binding(3) var<storage, read_write> segmented_counters: array<u32>;
@group(0) @binding(4) var<uniform> segmented_runShift: u32;
@group(0) @binding(5) var<storage, read_write> segmented_keysFrom: array<segmented_Key>;
@group(0) @binding(6) var<storage, read_write> segmented_keysTo: array<segmented_Key>;
@group(0) @binding(7) var<storage, read_write> segmented_input: array<segmented_InputWord>;

// wgsl/plan/repeated.wgsl
fn segmented_gridWord(a:u32)->u32{
return segmented_grids[a/4u][a%4u];
}

@compute@workgroup_size(segmented_WORKGROUP)
fn segmented_main(@builtin(workgroup_id)a:vec3u,@builtin(num_workgroups)b:vec3u,
@builtin(local_invocation_id)c:vec3u){
let d=segmented_gridWord(segmented_GRID_SLOT*3u)*segmented_gridWord(segmented_GRID_SLOT*3u+1u);
for(var e=a.x;e<d;e+=b.x){
segmented_task(e,c.x);

if(e+b.x<d){
workgroupBarrier();
}
}
}

// wgsl/partition/tile_table.wgsl
struct segmented_Tile {
  start: u32,
  count: u32,
  segment: segmented_Segment,
  entry: u32,
  index: u32,
  tiles: u32,
  firstTile: u32,
}

fn segmented_largeAt(entry: u32) -> vec4u {
  let size = segmented_state[segmented_SEGMENT_SIZE];
  return select(segmented_large[entry], vec4u((size - 1u) / segmented_TILE * entry, size * entry, size, 0u), size != 0u);
}

fn segmented_tileAt(number: u32) -> segmented_Tile {
  let full = segmented_state[segmented_FULL_TILE_COUNT];
  var entry = number - full;
  if (number < full) {

    var low = 0u;
    var high = segmented_state[segmented_LARGE_COUNT];
    while (high - low > 1u) {
      let middle = (low + high) / 2u;
      if (segmented_largeAt(middle).x <= number) {
        low = middle;
      } else {
        high = middle;
      }
    }
    entry = low;
  }
  let segment = segmented_largeAt(entry);
  let fullTiles = (segment.z - 1u) / segmented_TILE;

  let index = select(fullTiles, min(number - segment.x, fullTiles), number < full);
  let count = min(segment.z - index * segmented_TILE, segmented_TILE);
  return segmented_Tile(segment.y + index * segmented_TILE, count, segmented_Segment(segment.y, segment.z), entry, index, fullTiles + 1u,
              segment.x + entry);
}

// wgsl/plan/state.wgsl
struct segmented_Segment {
  begin: u32,
  length: u32,
}

fn segmented_binCount(bin: u32) -> u32 {
  return segmented_state[segmented_BIN_COUNTS + bin];
}

// wgsl/sort/merge/pairs.wgsl
struct segmented_Pair {
  start: u32,
  countA: u32,
  end: u32,
}

fn segmented_pairAt(length: u32, at: u32) -> segmented_Pair {
  let run = segmented_runLength();
  let start = at & ~(2u * run - 1u);
  let middle = min(start + run, length);
  return segmented_Pair(start, middle - start, min(middle + run, length));
}

fn segmented_isInside(pair: segmented_Pair, at: u32) -> bool {
  return at > pair.start && at < pair.end;
}

fn segmented_searchCut(segment: segmented_Segment, pair: segmented_Pair, at: u32, minCut: u32, maxCut: u32) -> u32 {
  let outputs = at - pair.start;
  let countB = pair.end - pair.start - pair.countA;
  let beginA = segment.begin + pair.start;
  let beginB = beginA + pair.countA;
  var low = max(minCut, outputs - min(outputs, countB));
  var high = min(maxCut, min(outputs, pair.countA));
  while (low < high) {
    let middle = (low + high) / 2u;
    if (segmented_lessKey(segmented_runKey(beginA + middle), segmented_runKey(beginB + outputs - 1u - middle))) {
      low = middle + 1u;
    } else {
      high = middle;
    }
  }
  return low;
}

fn segmented_requiredCut(cut: u32, other: u32, at: u32) -> u32 {
  return cut - min(cut, max(other, at) - at);
}

// wgsl/sort/merge/cuts.wgsl
fn segmented_task(workgroup: u32, local: u32) {
  let number = workgroup * segmented_WORKGROUP + local;
  if (number >= segmented_state[segmented_TILE_COUNT]) {
    return;
  }
  let tile = segmented_tileAt(number);
  let segment = tile.segment;
  let at = tile.index * segmented_TILE;
  let pair = segmented_pairAt(segment.length, at);
  var cut = 0u;
  if (segmented_isInside(pair, at)) {
    cut = segmented_searchCut(segment, pair, at, 0u, pair.countA);
  }
  segmented_counters[tile.firstTile + tile.index] = cut;
}

// wgsl/sort/merge/runs_in_storage.wgsl
fn segmented_runLength() -> u32 {
  return 1u << segmented_runShift;
}

fn segmented_runKey(i: u32) -> segmented_Key {
  return segmented_keysFrom[i];
}

fn segmented_putMerged(i: u32, key: segmented_Key) {
  segmented_keysTo[i] = key;
}

// wgsl/sort/keys/compared.wgsl
const segmented_MAX_KEY = 0xFFFFFFFFu;

fn segmented_sortKey(bits: u32) -> u32 {
  return bits;
}

fn segmented_keyBits(key: u32) -> u32 {
  return key;
}

fn segmented_lessKey(a: u32, b: u32) -> bool {
  if (max(a, b) == segmented_MAX_KEY) {
    return a < b;
  }
  let earlier = min(a, b);
  let later = max(a, b);
  let laterFirst = segmented_less(segmented_customKey(select(later, earlier, segmented_DESCENDING)), segmented_customKey(select(earlier, later, segmented_DESCENDING)));
  return laterFirst == (a > b);
}

// (key of the caller)
fn segmented_customKey(i: u32) -> vec3<f32> {
  return bitcast<vec3<f32>>(vec3u(segmented_input[3u * i], segmented_input[3u * i + 1u], segmented_input[3u * i + 2u]));
}

// compare.declarations
;

// (function of compare)
fn segmented_less(a: vec3<f32>, b: vec3<f32>) -> bool {

// compare.wgsl
return a.x < b.x;
}
