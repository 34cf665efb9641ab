// sort/large merge

// (prelude)
alias segmented_Key = u32;
alias segmented_InputWord = u32;
const segmented_TILE_COUNT = 5u;
const segmented_FULL_TILE_COUNT = 6u;
const segmented_LARGE_COUNT = 7u;
const segmented_BIN_COUNTS = 8u;
const segmented_SEGMENT_SIZE = 48u;
const segmented_WORKGROUP = 256u;
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

// wgsl/sort/merge/tile_cuts.wgsl
fn segmented_tileCut(segment: segmented_Segment, firstTile: u32, index: u32, skip: u32, step: u32) -> u32 {
  let at = index * segmented_TILE;
  let pair = segmented_pairAt(segment.length, at);
  var cut = 0u;
  if (segmented_isInside(pair, at)) {
    for (var other = pair.start / segmented_TILE + 1u + skip; other * segmented_TILE < pair.end; other += step) {
      cut = max(cut, segmented_requiredCut(segmented_counters[firstTile + other], other * segmented_TILE, at));
    }
  }
  return cut;
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

// wgsl/sort/merge/together.gpu.wgsl
var<workgroup> segmented_cuts: array<u32, segmented_WORKGROUP>;
var<workgroup> segmented_crossed: atomic<u32>;

fn segmented_mergeTogether(local: u32, segment: segmented_Segment, first: u32, last: u32, perLane: u32, cutFirst: u32, cutLast: u32) {
  let start = min(first + local * perLane, last);
  let stop = min(start + perLane, last);
  if (local == 0u) {
    atomicStore(&segmented_crossed, 0u);
  }
  segmented_cuts[local] = select(segmented_laneCut(segment, start, first, last, cutFirst, cutLast), cutFirst, start == first);
  workgroupBarrier();
  var cutStart = segmented_cuts[local];
  var cutStop = select(segmented_cuts[min(local + 1u, segmented_WORKGROUP - 1u)], cutLast, stop == last);
  let pair = segmented_pairAt(segment.length, stop);
  if (segmented_isInside(pair, stop) && start < stop) {
    let begin = max(start, pair.start);
    let fromA = select(0u, cutStart, begin > pair.start);
    if (cutStop < fromA || cutStop - fromA > stop - begin) {
      atomicStore(&segmented_crossed, 1u);
    }
  }
  workgroupBarrier();
  if (atomicLoad(&segmented_crossed) != 0u) {
    cutStart = segmented_consistentCut(segment, start, first, last, perLane);
    cutStop = select(segmented_consistentCut(segment, stop, first, last, perLane), cutLast, stop == last);
  }
  segmented_mergeSpan(segment, start, stop, cutStart, cutStop);
}

fn segmented_laneCut(segment: segmented_Segment, at: u32, first: u32, last: u32, cutFirst: u32, cutLast: u32) -> u32 {
  let pair = segmented_pairAt(segment.length, at);
  if (!segmented_isInside(pair, at) || at == last) {
    return 0u;
  }
  var low = 0u;
  var high = pair.countA;
  if (first > pair.start) {
    low = cutFirst;
    high = min(high, cutFirst + at - first);
  }
  if (last < pair.end) {
    low = max(low, segmented_requiredCut(cutLast, last, at));
    high = min(high, cutLast);
  }
  return segmented_searchCut(segment, pair, at, low, high);
}

fn segmented_consistentCut(segment: segmented_Segment, at: u32, first: u32, last: u32, perLane: u32) -> u32 {
  let pair = segmented_pairAt(segment.length, at);
  var cut = 0u;
  for (var lane = 0u; lane < segmented_WORKGROUP; lane++) {
    let other = min(first + lane * perLane, last);
    if (other < last && segmented_isInside(pair, other)) {
      cut = max(cut, segmented_requiredCut(segmented_cuts[lane], other, at));
    }
  }
  return cut;
}

// wgsl/sort/merge/merge.wgsl
fn segmented_mergeSpan(segment: segmented_Segment, start: u32, stop: u32, cutStart: u32, cutStop: u32) {
  for (var at = start; at < stop;) {
    let pair = segmented_pairAt(segment.length, at);
    let until = min(stop, pair.end);
    let fromA = select(0u, cutStart, at > pair.start);
    segmented_mergePart(segment.begin, pair, at, until, fromA, select(pair.countA, cutStop, until < pair.end));
    at = until;
  }
}

fn segmented_mergePart(begin: u32, pair: segmented_Pair, start: u32, stop: u32, fromA: u32, toA: u32) {
  let beginA = begin + pair.start;
  let beginB = beginA + pair.countA;
  let toB = stop - pair.start - toA;
  var a = fromA;
  var b = start - pair.start - fromA;
  for (var i = start; i < stop; i++) {
    let keyA = segmented_runKey(beginA + min(a, max(toA, 1u) - 1u));
    let keyB = segmented_runKey(beginB + min(b, max(toB, 1u) - 1u));
    var takeA = b >= toB;
    if (a < toA && b < toB) {
      takeA = segmented_lessKey(keyA, keyB);
    }
    segmented_putMerged(begin + i, select(keyB, keyA, takeA));
    a += select(0u, 1u, takeA);
    b += select(1u, 0u, takeA);
  }
}

// wgsl/sort/merge/large_merge.gpu.wgsl
var<workgroup> segmented_tileEnds: array<atomic<u32>, 2>;

fn segmented_task(workgroup: u32, local: u32) {
  let number = workgroup;
  if (local < 2u) {
    atomicStore(&segmented_tileEnds[local], 0u);
  }
  workgroupBarrier();
  let live = number < segmented_state[segmented_TILE_COUNT];
  let tile = segmented_tileAt(select(0u, number, live));
  let segment = segmented_Segment(tile.segment.begin, select(0u, tile.segment.length, live));
  for (var end = 0u; end < 2u; end++) {
    atomicMax(&segmented_tileEnds[end], segmented_tileCut(segment, tile.firstTile, tile.index + end, local, segmented_WORKGROUP));
  }
  workgroupBarrier();
  let first = tile.index * segmented_TILE;
  let last = first + select(0u, tile.count, live);
  let perLane = (segmented_TILE + segmented_WORKGROUP - 1u) / segmented_WORKGROUP;
  segmented_mergeTogether(local, segment, first, last, perLane, atomicLoad(&segmented_tileEnds[0]), atomicLoad(&segmented_tileEnds[1]));
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
