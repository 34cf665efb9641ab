// A selection by digits, first step of a level, software adapters: an invocation counts the digits of its tile in
// private counters.
//
//   state, large, records   read: the tile table, and what is searched for
//   counters[tile]                    written: the tile's counts, LESSER last
//   digitSums                         added to: the segment's counts
//
// import workgroupIndex from plan/grid
// import sourceTileAt from select/radix/source
// import sourceAt, SEARCHED, digitSumsAt from select/radix/records
// import nanOf from select/keys
// import COUNTER_WORDS from sort/radix/rank.gpu
// given COUNTERS, loadTargets, COUNTED, LESSER, sourceMap, prefixMask, sourceKey, counterOf, WORKGROUP, TILE_COUNT
// given COUNT_NANS, TARGETS, DIGITS

var<storage, read_write> records: array<vec4u>;
var<storage, read_write> state: array<u32>;
var<storage, read_write> counters: array<u32>;
var<storage, read_write> digitSums: array<atomic<u32>>;
var<uniform> level: vec4u;

var<private> counts: array<u32, COUNTERS>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let number = workgroupIndex(workgroup, grid) * WORKGROUP + invocation.x;
  if (number >= state[TILE_COUNT]) {
    return;
  }
  let side = level.w;
  let tile = sourceTileAt(number, side);
  if (tile.count == 0u || records[sourceAt(side, tile.entry)].z != SEARCHED) {
    return;
  }
  loadTargets(side, tile.entry);
  for (var i = 0u; i < COUNTERS; i++) {
    counts[i] = 0u;
  }
  let nans = countKeys(tile.first, tile.first + tile.count);
  let sums = digitSumsAt(side, tile.entry);
  for (var i = 0u; i < COUNTED; i++) {
    let count = counts[i];
    counters[tile.row * COUNTER_WORDS + i] = count;
    if (count > 0u) {
      atomicAdd(&digitSums[sums + i], count);
    }
  }
  counters[tile.row * COUNTER_WORDS + LESSER] = counts[LESSER];
  if (COUNT_NANS && nans > 0u) {
    atomicAdd(&digitSums[sums + TARGETS * DIGITS], nans);
  }
}

/** Counts the keys of items begin … end, and returns the number of NaNs. */
fn countKeys(begin: u32, end: u32) -> u32 {
  // Read once, before the loops: software adapters do not move the load of a uniform out of a loop.
  let map = sourceMap();
  let mask = prefixMask();
  let shift = level.x;
  var nans = 0u;
  var i = begin;
  for (; i + 4u <= end; i += 4u) {
    let a = sourceKey(map, i);
    let b = sourceKey(map, i + 1u);
    let c = sourceKey(map, i + 2u);
    let d = sourceKey(map, i + 3u);
    let counterA = counterOf(a, mask, shift);
    let counterB = counterOf(b, mask, shift);
    let counterC = counterOf(c, mask, shift);
    let counterD = counterOf(d, mask, shift);
    counts[counterA] += 1u;
    counts[counterB] += 1u;
    counts[counterC] += 1u;
    counts[counterD] += 1u;
    if (COUNT_NANS) {
      nans += nanOf(a) + nanOf(b) + nanOf(c) + nanOf(d);
    }
  }
  for (; i < end; i++) {
    let key = sourceKey(map, i);
    counts[counterOf(key, mask, shift)] += 1u;
    nans += select(0u, nanOf(key), COUNT_NANS);
  }
  return nans;
}
