// Ranks by counters. A lane counts its consecutive items in a column of 2^LOCAL_BITS counters of 16 bits, two per word.
// One scan of the packed words, by digit and then lane, gives every item its slot. Method: Merrill and Grimshaw 2010,
// and CUB's BlockRadixRank. It has no atomics, so it is stable.
//
// Between two rounds the values of pairs are in the memory of the counters. This saves a third of a pair's memory, for
// two barriers per round.
//
// import TILE_WORDS from sort/radix/rank_tile.gpu
// given COUNTER_WORDS, setCounter, counter, scannedCounter, blockScan, setScannedCounter, LOCAL_BITS, PAIRS

/** Row d % COUNTER_ROWS counts digit d: in the lower half of its words if d < COUNTER_ROWS, else in the upper half. */
const COUNTER_ROWS = (1u << LOCAL_BITS) / 2u;
/** A gap after 32 items: lanes that take 2, 4, 8 or 16 neighbours have no bank conflicts. */
const TILE_GAP = 1u;

var<workgroup> digitCounters: array<u32, max(COUNTER_WORDS, select(0u, TILE_WORDS, PAIRS))>;

fn tileValue(word: u32) -> u32 {
  return digitCounters[word];
}

fn setTileValue(word: u32, value: u32) {
  digitCounters[word] = value;
}

/** Clears the lane's counters, after all values are in registers. */
fn openCounts(local: u32) {
  if (PAIRS) {
    workgroupBarrier();
  }
  for (var row = 0u; row < COUNTER_ROWS; row++) {
    setCounter(row, local, 0u);
  }
}

/** Counts the lane's next item, and returns its rank among the lane's items of this digit. */
fn countItem(local: u32, digit: u32) -> u32 {
  let half = (digit / COUNTER_ROWS) * 16u;
  let counts = counter(digit, local);
  setCounter(digit, local, counts + (1u << half));
  return (counts >> half) & 0xFFFFu;
}

/** The slot of the lane's first item of this digit. */
fn firstSlot(local: u32, digit: u32) -> u32 {
  return (counter(digit, local) >> ((digit / COUNTER_ROWS) * 16u)) & 0xFFFFu;
}

/** Ends the use of the counters' memory as counters. */
fn closeCounts() {
  if (PAIRS) {
    workgroupBarrier();
  }
}

/** Exclusive scan of the packed counters: all lower halves, then all upper halves. Begins and ends with a barrier. */
fn scanCounts(local: u32) {
  workgroupBarrier();
  var sum = 0u;
  for (var i = 0u; i < COUNTER_ROWS; i++) {
    sum += scannedCounter(local, i);
  }
  let scan = blockScan(local, sum);
  // The scan of the upper halves starts at the total of the lower halves.
  var before = scan.before + (scan.total << 16u);
  for (var i = 0u; i < COUNTER_ROWS; i++) {
    let value = scannedCounter(local, i);
    setScannedCounter(local, i, before);
    before += value;
  }
  workgroupBarrier();
}
