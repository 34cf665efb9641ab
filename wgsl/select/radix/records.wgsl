// The records of large segments in a selection by digits. Each record has two sides: a level reads one side and writes
// the other. So tasks of one dispatch do not race.
//
// The buffer `records` holds all searches, then all sources.
//
//   searches[side, entry, sought]   for each key that is sought: its digits so far, low word and high word · its rank
//                                   among the keys with these digits, from 0 · number of these keys
//   sources[side, entry]            number of candidates, or OF_INPUT · 1 if the level copies the candidates · how the
//                                   segment is taken · unused
//   digitSums[side, entry]          per sought key and digit a number of keys, then the number of NaNs
//   SOUGHT                          keys that are sought in a segment
//   LARGE_ROOM                      entries of the table of large segments
//
// given SOUGHT, DIGITS, LARGE_ROOM

const OF_INPUT = 0xFFFFFFFFu;

// How a segment is taken: by a search, all of it, or nothing of it.
const SEARCHED = 0u;
const WHOLE = 1u;
const NOTHING = 2u;

const SUM_WORDS = SOUGHT * DIGITS + 1u;

fn searchAt(side: u32, entry: u32, sought: u32) -> u32 {
  return (side * LARGE_ROOM + entry) * SOUGHT + sought;
}

fn sourceAt(side: u32, entry: u32) -> u32 {
  return 2u * LARGE_ROOM * SOUGHT + side * LARGE_ROOM + entry;
}

/** The digit sums of a segment begin here. */
fn digitSumsAt(side: u32, entry: u32) -> u32 {
  return (side * LARGE_ROOM + entry) * SUM_WORDS;
}
