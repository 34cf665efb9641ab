// The records of large segments in a selection by digits. Each record has two sides: a level reads one side and writes
// the other. So tasks of one dispatch do not race.
//
// The buffer `records` holds all searches, then all sources.
//
//   searches[side, entry, index]    for each target key: its digits so far, low word and high word · its rank among the
//                                   keys with these digits, from 0 · number of these keys
//   sources[side, entry]            number of candidates, or OF_INPUT · 1 if the level copies the candidates · how the
//                                   segment is taken · unused
//   digitSums[side, entry]          per target key and digit a number of keys, then the number of NaNs
//   TARGETS                         keys that are searched for in a segment
//   LARGE_ROOM                      entries of the table of large segments
//
// given TARGETS, DIGITS, LARGE_ROOM

const OF_INPUT = 0xFFFFFFFFu;

// How a segment is taken: by a search, all of it, or nothing of it.
const SEARCHED = 0u;
const WHOLE = 1u;
const NOTHING = 2u;

const SUM_WORDS = TARGETS * DIGITS + 1u;

fn searchAt(side: u32, entry: u32, index: u32) -> u32 {
  return (side * LARGE_ROOM + entry) * TARGETS + index;
}

fn sourceAt(side: u32, entry: u32) -> u32 {
  return 2u * LARGE_ROOM * TARGETS + side * LARGE_ROOM + entry;
}

/** The digit sums of a segment begin here. */
fn digitSumsAt(side: u32, entry: u32) -> u32 {
  return (side * LARGE_ROOM + entry) * SUM_WORDS;
}

// ---- part leader
// Target keys with the same digits so far are counted once, for the first of them.

var<storage, read_write> records: array<vec4u>;

fn leaderOf(side: u32, entry: u32, index: u32) -> u32 {
  let prefix = records[searchAt(side, entry, index)].xy;
  for (var k = 0u; k < index; k++) {
    if (all(records[searchAt(side, entry, k)].xy == prefix)) {
      return k;
    }
  }
  return index;
}

// ---- part copies
// Whether a level copies the candidates of a segment. It does so once, as soon as they are few.
//
//   CANDIDATES_PER   candidates are at most the items divided by this
//
// given CANDIDATES_PER

var<storage, read_write> records: array<vec4u>;

/**
 * Number of candidates that the level copies, or OF_INPUT if it copies none. The branch of the loop in storedCount
 * reads the buffer before the loop and not after it: Mesa 26.1 crashes otherwise (tests/adapters/mesa-descriptor.mjs).
 */
fn candidatesNow(side: u32, entry: u32, length: u32) -> u32 {
  let source = records[sourceAt(side, entry)];
  if (source.x != OF_INPUT || source.z != SEARCHED) {
    return OF_INPUT;
  }
  let stored = storedCount(1u - side, entry);
  return select(OF_INPUT, stored, stored <= length / CANDIDATES_PER);
}

// ---- choice storedCount: single
// How many keys of a segment a level keeps, where one key is searched for: its digits' keys and all lesser ones.

var<storage, read_write> records: array<vec4u>;

/** Number of keys of a segment that the level keeps, after the search. `side` is the side that the level wrote. */
fn storedCount(side: u32, entry: u32) -> u32 {
  let search = records[searchAt(side, entry, 0u)];
  return records[sourceAt(side, entry)].w - search.z + search.w;
}

// ---- choice storedCount: several
// How many keys of a segment a level keeps, where several keys are searched for.
//
// given TARGETS

var<storage, read_write> records: array<vec4u>;

fn storedCount(side: u32, entry: u32) -> u32 {
  var count = 0u;
  for (var k = 0u; k < TARGETS; k++) {
    count += select(0u, records[searchAt(side, entry, k)].w, leaderOf(side, entry, k) == k);
  }
  return count;
}

// ---- part selectedRow
// The selected items of large segments: a row per segment. A row has ROW_STRIDE slots. If that is 0, a segment's row
// begins at the segment's first item.
//
// import Segment from plan/state
// given ROW_STRIDE

fn selectedRow(entry: u32, segment: Segment) -> u32 {
  return select(entry * ROW_STRIDE, segment.begin, ROW_STRIDE == 0u);
}
