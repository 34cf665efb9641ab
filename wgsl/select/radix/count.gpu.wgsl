// A selection by digits, first step of a level, GPUs: a workgroup counts the digits of its tile in workgroup memory.
//
//   state, large, records   read: the tile table, and what is searched for
//   counters[tile]                    written: the tile's counts, LESSER last
//   digitSums                         added to: the segment's counts
//
// import sourceTileAt from select/radix/source
// import sourceAt, SEARCHED, digitSumsAt from select/radix/records
// import nanOf from select/keys
// import COUNTER_WORDS from sort/radix/rank.gpu
// given COUNTERS, loadTargets, sourceMap, prefixMask, sourceKey, counterOf, COUNTED, LESSER, TILE_COUNT, WORKGROUP
// given COUNT_NANS, TARGETS, DIGITS

var<storage, read_write> records: array<vec4u>;
var<storage, read_write> state: array<u32>;
var<storage, read_write> counters: array<u32>;
var<storage, read_write> digitSums: array<atomic<u32>>;
var<uniform> level: vec4u;

var<workgroup> counts: array<atomic<u32>, COUNTERS + 1u>;   // the last one counts NaNs

fn task(workgroup: u32, local: u32) {
  let number = workgroup;
  let inTable = number < state[TILE_COUNT];
  let side = level.w;
  let tile = sourceTileAt(select(0u, number, inTable), side);
  let live = inTable && tile.count > 0u && records[sourceAt(side, tile.entry)].z == SEARCHED;
  for (var i = local; i < COUNTERS + 1u; i += WORKGROUP) {
    atomicStore(&counts[i], 0u);
  }
  loadTargets(side, tile.entry);
  workgroupBarrier();
  let map = sourceMap();
  let mask = prefixMask();
  let shift = level.x;
  var nans = 0u;
  for (var i = local; i < select(0u, tile.count, live); i += WORKGROUP) {
    let key = sourceKey(map, tile.first + i);
    atomicAdd(&counts[counterOf(key, mask, shift)], 1u);
    nans += select(0u, nanOf(key), COUNT_NANS);
  }
  if (COUNT_NANS && nans > 0u) {
    atomicAdd(&counts[COUNTERS], nans);
  }
  workgroupBarrier();
  if (live) {
    let sums = digitSumsAt(side, tile.entry);
    for (var i = local; i < COUNTED; i += WORKGROUP) {
      let count = atomicLoad(&counts[i]);
      counters[tile.row * COUNTER_WORDS + i] = count;
      if (count > 0u) {
        atomicAdd(&digitSums[sums + i], count);
      }
    }
    if (local == 0u) {
      counters[tile.row * COUNTER_WORDS + LESSER] = atomicLoad(&counts[LESSER]);
      if (COUNT_NANS) {
        atomicAdd(&digitSums[sums + TARGETS * DIGITS], atomicLoad(&counts[COUNTERS]));
      }
    }
  }
}
