// A selection by digits, second step of a level: finds the digit of each target key of a segment. A block, which is a
// workgroup or an invocation, takes a segment.
//
//   state             read
//   digitSums         read: this side; written: zeros in the other side, for the next level
//   records           read: this side; written: the other side
//
// import sourceAt, SEARCHED, searchAt, digitSumsAt, SUM_WORDS, leaderOf from select/radix/records
// given BLOCK_LANES, blockIndex, blockLane, blockScan, withDigit, unpackedKey, packedKey, DIGITS, LARGE_COUNT, TARGETS

var<storage, read_write> state: array<u32>;
var<storage, read_write> digitSums: array<atomic<u32>>;
var<storage, read_write> records: array<vec4u>;
var<uniform> level: vec4u;

const LANE_DIGITS = max(DIGITS / BLOCK_LANES, 1u);

fn task(workgroup: u32, local: u32) {
  let block = blockIndex(workgroup, local);
  let inTable = block < state[LARGE_COUNT];
  let entry = select(0u, block, inTable);
  let side = level.w;
  let source = records[sourceAt(side, entry)];
  let live = inTable && source.z == SEARCHED;
  let first = min(blockLane(local) * LANE_DIGITS, DIGITS);
  // Surplus blocks of the grid, and segments without a search, read no counts.
  let end = select(first, min(first + LANE_DIGITS, DIGITS), live);
  // Before the loop: on Mesa 26.1 a buffer that is first read in a loop, and again after it, ends the process.
  let items = itemsOf(side, entry);
  for (var k = 0u; k < TARGETS; k++) {
    let search = records[searchAt(side, entry, k)];
    let sums = digitSumsAt(side, entry) + leaderOf(side, entry, k) * DIGITS;
    var sum = 0u;
    for (var digit = first; digit < end; digit++) {
      sum += atomicLoad(&digitSums[sums + digit]);
    }
    var before = blockScan(local, sum).before;
    let rank = rankNow(items, k, search.z);
    if (live && rank - before < sum) {
      for (var digit = first; digit < end; digit++) {
        let count = atomicLoad(&digitSums[sums + digit]);
        if (rank - before < count) {
          let prefix = withDigit(unpackedKey(search.xy), digit, level.x);
          records[searchAt(1u - side, entry, k)] = vec4u(packedKey(prefix), rank - before, count);
          break;
        }
        before += count;
      }
    }
    if (inTable && !live && blockLane(local) == 0u) {
      records[searchAt(1u - side, entry, k)] = search;
    }
  }
  if (inTable) {
    let other = digitSumsAt(1u - side, entry);
    for (var i = blockLane(local); i < SUM_WORDS; i += BLOCK_LANES) {
      atomicStore(&digitSums[other + i], 0u);
    }
    if (blockLane(local) == 0u) {
      records[sourceAt(1u - side, entry)] = source;
      noteCount(entry, items);
    }
  }
}

// ---- choice rank: recorded
// The rank of a target key is in its record.

fn itemsOf(side: u32, entry: u32) -> vec2u {
  return vec2u();
}

fn rankNow(items: vec2u, index: u32, rank: u32) -> u32 {
  return rank;
}

fn noteCount(entry: u32, items: vec2u) {
}

// ---- choice rank: counted
// The ranks follow from the number of the segment's items, which the first level has counted. Each quantile has two:
// the lower and the upper position.
//
//   counts   written: per segment the number of items that are not NaN
//
// import largeAt from partition/tile_table
// import digitSumsAt from select/radix/records
// import positionOf from select/quantile/position
// import listedId from plan/state
// given TARGETS, DIGITS, OMITS_NANS, LARGE_BIN

var<storage, read_write> digitSums: array<atomic<u32>>;
var<storage, read_write> counts: array<u32>;
var<uniform> quantiles: array<vec4u, 4>;

/** The number of a segment's items, and of those that are not NaN. */
fn itemsOf(side: u32, entry: u32) -> vec2u {
  let length = largeAt(entry).z;
  return vec2u(length, length - atomicLoad(&digitSums[digitSumsAt(side, entry) + TARGETS * DIGITS]));
}

fn rankNow(items: vec2u, index: u32, rank: u32) -> u32 {
  let count = select(items.x, items.y, OMITS_NANS);
  return positionOf(quantiles[index / 2u], index % 2u, count);
}

fn noteCount(entry: u32, items: vec2u) {
  counts[listedId(LARGE_BIN, entry)] = items.y;
}
