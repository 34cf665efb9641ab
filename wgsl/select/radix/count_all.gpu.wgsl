// A selection by digits, first step of a level, GPUs whose levels copy no candidates. A workgroup counts the digits of
// a tile's keys that have the digits so far. It skips the other keys, which are most of them.
//
//   state, large, records   read: the tile table, and what is searched for
//   digitSums               added to: the segment's counts
//
//   COPIES        counters of a digit, each for every COPIES-th lane, so that fewer lanes meet in one word
//
// import sourceTileAt from select/radix/source
// import sourceAt, SEARCHED, digitSumsAt from select/radix/records
// import nanOf from select/keys
// given loadTargets, sourceMap, prefixMask, sourceKey, counterOf, COUNTED, LESSER, TILE_COUNT, WORKGROUP, COPIES
// given COUNT_NANS, TARGETS, DIGITS, Key, storeTileCount, COUNTS_LESSER

var<storage, read_write> records: array<vec4u>;
var<storage, read_write> state: array<u32>;
var<storage, read_write> digitSums: array<atomic<u32>>;
var<uniform> level: vec4u;

var<workgroup> counts: array<atomic<u32>, COPIES * COUNTED>;
var<workgroup> lesserOrNans: atomic<u32>;

/** Counts a key, and returns 1 if it is a NaN or a lesser key, where the kernel counts these. */
fn countKey(local: u32, key: Key, mask: Key, shift: u32) -> u32 {
  let counter = counterOf(key, mask, shift);
  if (counter < COUNTED) {
    atomicAdd(&counts[counter * COPIES + local % COPIES], 1u);
  }
  if (COUNT_NANS) {
    return nanOf(key);
  }
  return select(0u, 1u, COUNTS_LESSER && counter == LESSER);
}

fn task(workgroup: u32, local: u32) {
  let inTable = workgroup < state[TILE_COUNT];
  let side = level.w;
  let tile = sourceTileAt(select(0u, workgroup, inTable), side);
  let live = inTable && tile.count > 0u && records[sourceAt(side, tile.entry)].z == SEARCHED;
  for (var i = local; i < COPIES * COUNTED; i += WORKGROUP) {
    atomicStore(&counts[i], 0u);
  }
  if (local == 0u) {
    atomicStore(&lesserOrNans, 0u);
  }
  loadTargets(side, tile.entry);
  workgroupBarrier();
  let map = sourceMap();
  let mask = prefixMask();
  let shift = level.x;
  var others = 0u;
  let count = select(0u, tile.count, live);
  let full = count - count % (4u * WORKGROUP);
  // Four loads at a time.
  for (var i = tile.first + local; i < tile.first + full; i += 4u * WORKGROUP) {
    let a = sourceKey(map, i);
    let b = sourceKey(map, i + WORKGROUP);
    let c = sourceKey(map, i + 2u * WORKGROUP);
    let d = sourceKey(map, i + 3u * WORKGROUP);
    others += countKey(local, a, mask, shift) + countKey(local, b, mask, shift)
        + countKey(local, c, mask, shift) + countKey(local, d, mask, shift);
  }
  for (var i = full + local; i < count; i += WORKGROUP) {
    others += countKey(local, sourceKey(map, tile.first + i), mask, shift);
  }
  if (others > 0u) {
    atomicAdd(&lesserOrNans, others);
  }
  workgroupBarrier();
  if (!live) {
    return;
  }
  let sums = digitSumsAt(side, tile.entry);
  for (var i = local; i < COUNTED; i += WORKGROUP) {
    var count = 0u;
    for (var copy = 0u; copy < COPIES; copy++) {
      count += atomicLoad(&counts[i * COPIES + copy]);
    }
    storeTileCount(tile.row, i, count);
    if (count > 0u) {
      atomicAdd(&digitSums[sums + i], count);
    }
  }
  if (local == 0u) {
    let other = atomicLoad(&lesserOrNans);
    if (COUNTS_LESSER) {
      storeTileCount(tile.row, LESSER, other);
    }
    if (COUNT_NANS) {
      atomicAdd(&digitSums[sums + TARGETS * DIGITS], other);
    }
  }
}

// ---- choice tileCounts: none
// No later kernel reads the counts of tiles.

fn storeTileCount(row: u32, counter: u32, count: u32) {
}

// ---- choice tileCounts: stored
// The last level of a search stores items, so it needs the counts of tiles.
//
//   counters[tile]   written: the tile's counts, LESSER last
//
// given COUNTER_WORDS

var<storage, read_write> counters: array<u32>;

fn storeTileCount(row: u32, counter: u32, count: u32) {
  counters[row * COUNTER_WORDS + counter] = count;
}
