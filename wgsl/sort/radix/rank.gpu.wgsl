// Stable sort of one tile of up to TILE_ITEMS keys in workgroup memory, by LOCAL_BITS bits at once, at most 4. The
// medium kernel and the large downsweep of GPUs use it. A file of ranks counts digits and makes slots of the counts.
//
// A group of GROUP lanes has ITEMS rows of GROUP consecutive items. Lanes of counters have one item after another.
//
// `%`, and bounds written out, show a compiler that an index is in bounds. Dawn's omits a clamp then.
//
// While counts are scanned, a lane keeps the rank of an item among the counted ones of its digit. The digit follows
// from the key again. PACKED_RANKS: rank and digit are in one word, and a compiler keeps nothing else in registers.
//
//   tileKeys[tileWord(slot)]    bits of the keys. Items past `count` are ranked as the last digit, so they stay last
//   tileValue, setTileValue     with PAIRS: the word that moves with a key
//
// given bitsFrom, sortKey, WORKGROUP, ITEMS, LOCAL_BITS, Key, GROUP, PAIRS, PACKED_RANKS

const TILE_ITEMS = WORKGROUP * ITEMS;
const LAST_DIGIT = (1u << LOCAL_BITS) - 1u;
const TILE_WORDS = TILE_ITEMS + TILE_ITEMS / 32u * TILE_GAP;

var<workgroup> tileKeys: array<Key, TILE_WORDS>;
var<private> laneKeys: array<Key, ITEMS>;
var<private> laneValues: array<u32, ITEMS>;
var<private> laneRanks: array<u32, ITEMS>;      // in the end, slots in the tile to which the lane's keys move

/** The word of a slot of the tile. After each 32 items there are TILE_GAP unused words. */
fn tileWord(slot: u32) -> u32 {
  return slot + slot / 32u * TILE_GAP;
}

/** The slot that holds number `item` of the lane's items before they are ranked. */
fn itemSlot(local: u32, item: u32) -> u32 {
  return local % WORKGROUP / GROUP * (GROUP * ITEMS) + item * GROUP + local % GROUP;
}

fn localDigit(slot: u32, count: u32, bits: Key, shift: u32) -> u32 {
  return select(LAST_DIGIT, bitsFrom(sortKey(bits), shift) & LAST_DIGIT, slot < count);
}

/**
 * Loads the lane's items and ranks them by the LOCAL_BITS bits from `shift` on. It needs uniform control flow. Its last
 * barrier comes after all loads of the tile.
 */
fn rankByBits(local: u32, count: u32, shift: u32) {
  if (PAIRS) {
    for (var i = 0u; i < ITEMS; i++) {
      laneValues[i] = tileValue(tileWord(itemSlot(local, i)));
    }
  }
  openCounts(local);
  for (var i = 0u; i < ITEMS; i++) {
    let slot = local % WORKGROUP / GROUP * (GROUP * ITEMS) + i * GROUP + local % GROUP;
    let bits = tileKeys[slot + slot / 32u * TILE_GAP];
    let digit = localDigit(slot, count, bits, shift);
    let rank = countItem(local, digit);
    laneKeys[i] = bits;
    laneRanks[i] = select(rank, (rank << LOCAL_BITS) | digit, PACKED_RANKS);
  }
  scanCounts(local);
  for (var i = 0u; i < ITEMS; i++) {
    let packed = laneRanks[i];
    var digit = packed & LAST_DIGIT;
    if (!PACKED_RANKS) {
      digit = localDigit(itemSlot(local, i), count, laneKeys[i], shift);
    }
    laneRanks[i] = select(packed, packed >> LOCAL_BITS, PACKED_RANKS) + firstSlot(local, digit);
  }
  closeCounts();
}

/** Sorts the tile by the LOCAL_BITS bits from `shift` on. It needs uniform control flow, and ends with a barrier. */
fn sortTileByBits(local: u32, count: u32, shift: u32) {
  rankByBits(local, count, shift);
  for (var i = 0u; i < ITEMS; i++) {
    let slot = laneRanks[i];
    tileKeys[slot + slot / 32u * TILE_GAP] = laneKeys[i];
    if (PAIRS) {
      setTileValue(slot + slot / 32u * TILE_GAP, laneValues[i]);
    }
  }
  workgroupBarrier();
}

// ---- choice rank: counters
// Ranks by counters. A lane counts its consecutive items in a column of 2^LOCAL_BITS counters of 16 bits, two per word.
// One scan of the packed words, by digit and then lane, gives every item its slot. Method: Merrill and Grimshaw 2010,
// and CUB's BlockRadixRank. It has no atomics, so it is stable.
//
// Between two rounds the values of pairs are in the memory of the counters. This saves a third of a pair's memory, for
// two barriers per round.
//
// given blockScan

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

// ---- choice rank: ballots
// Ranks by ballots, for subgroups of up to 32 lanes. A group is of consecutive lanes of a subgroup. A ballot of each
// bit of the digits gives a lane the lanes of its group that have the same digit. Lane d of a group counts the items of
// digit d in a register. Method: warp-level multisplit, Ashkiani and others 2016, with the counts in lanes. It has no
// atomics, so it is stable.
//
// import lane, enterLane, groupBallot, ALL_LANES from sort/radix/rank.gpu

const GROUPS = WORKGROUP / GROUP;
const GROUP_DIGITS = 1u << LOCAL_BITS;           // at most GROUP
/** The lanes of a group read neighbours, so the tile has no gaps. */
const TILE_GAP = 0u;

var<workgroup> tileValues: array<u32, select(1u, WORKGROUP * ITEMS, PAIRS)>;
var<workgroup> groupCounts: array<u32, GROUPS * GROUP_DIGITS>;   // per group and digit its items
/** The group's items of digit lane % GROUP so far, and after the scan their first slot. */
var<private> counted: u32;

fn tileValue(word: u32) -> u32 {
  return tileValues[word];
}

fn setTileValue(word: u32, value: u32) {
  tileValues[word] = value;
}

/** `value` of the lane of the group that counts this digit. */
fn ofDigit(value: u32, digit: u32) -> u32 {
  return subgroupShuffle(value, lane / GROUP * GROUP + digit);
}

fn openCounts(local: u32) {
  enterLane(local);
  counted = 0u;
}

/** Counts an item of each lane, and returns its rank among the group's items of this digit. */
fn countItem(local: u32, digit: u32) -> u32 {
  var same = ALL_LANES;                          // lanes with the digit of this lane
  var own = ALL_LANES;                           // lanes with digit lane % GROUP
  for (var bit = 0u; bit < LOCAL_BITS; bit++) {
    let ones = groupBallot(extractBits(digit, bit, 1u) == 1u);
    same &= ~(ones ^ u32(extractBits(i32(digit), bit, 1u)));
    own &= ~(ones ^ u32(extractBits(i32(lane), bit, 1u)));
  }
  let below = (1u << (lane % GROUP)) - 1u;
  let rank = ofDigit(counted, digit) + countOneBits(same & below);
  counted += countOneBits(own);
  return rank;
}

/** The counts become first slots: digit before group. */
fn scanCounts(local: u32) {
  let group = local % WORKGROUP / GROUP;
  let digit = lane % GROUP_DIGITS;
  let counts = lane % GROUP < GROUP_DIGITS;
  if (counts) {
    groupCounts[group * GROUP_DIGITS + digit] = counted;
  }
  workgroupBarrier();
  var before = 0u;
  var total = 0u;
  for (var i = 0u; i < GROUPS; i++) {
    let n = groupCounts[i * GROUP_DIGITS + digit];
    before += select(0u, n, i < group);
    total += n;
  }
  // Groups of one subgroup have the same totals, which are together all items of the tile.
  let mine = select(0u, total, counts);
  counted = before + subgroupInclusiveAdd(mine) - mine - lane / GROUP * (WORKGROUP * ITEMS);
}

/** The slot of the group's first item of this digit. */
fn firstSlot(local: u32, digit: u32) -> u32 {
  return ofDigit(counted, digit);
}

fn closeCounts() {
}

// ---- choice counters: gapped
// The layout of the digit counters in workgroup memory, with one unused word in 33. The scan of the counters has no
// conflicts in the 32 banks of a GPU. Ranking takes about 3 cycles an access if digits are random.

const COUNTER_WORDS = COUNTER_ROWS * WORKGROUP + COUNTER_ROWS * WORKGROUP / 32u;

/** The counters in row `row` % COUNTER_ROWS of the lane. */
fn counter(row: u32, local: u32) -> u32 {
  let i = row % COUNTER_ROWS * WORKGROUP + local % WORKGROUP;
  return digitCounters[i + i / 32u];
}

fn setCounter(row: u32, local: u32, value: u32) {
  let i = row % COUNTER_ROWS * WORKGROUP + local % WORKGROUP;
  digitCounters[i + i / 32u] = value;
}

/** Counter `number` of the lane's COUNTER_ROWS counters in the order of the scan. */
fn scannedCounter(local: u32, number: u32) -> u32 {
  let i = local % WORKGROUP * COUNTER_ROWS + number;
  return digitCounters[i + i / 32u];
}

fn setScannedCounter(local: u32, number: u32, value: u32) {
  let i = local % WORKGROUP * COUNTER_ROWS + number;
  digitCounters[i + i / 32u] = value;
}

// ---- choice counters: swizzled
// The layout of the digit counters in workgroup memory, without gaps. Every row starts at bank 0. Lane i of the k-th 32
// lanes has word i ^ k of them. So 32 consecutive lanes use 32 banks while they rank, whatever their digits. The scan
// of the counters takes 1 cycle an access at 256 lanes, and 2 cycles at 128.

const COUNTER_WORDS = COUNTER_ROWS * WORKGROUP;

/** The counters in row `row` % COUNTER_ROWS of the lane. */
fn counter(row: u32, local: u32) -> u32 {
  return digitCounters[row % COUNTER_ROWS * WORKGROUP + (local ^ (local / 32u)) % WORKGROUP];
}

fn setCounter(row: u32, local: u32, value: u32) {
  digitCounters[row % COUNTER_ROWS * WORKGROUP + (local ^ (local / 32u)) % WORKGROUP] = value;
}

/**
 * Counter `number` of the lane's COUNTER_ROWS counters in the order of the scan. The first is a multiple of
 * COUNTER_ROWS, a power of two. So the counters are in one row, and `^ number` steps through them.
 */
fn scannedCounter(local: u32, number: u32) -> u32 {
  let first = local * COUNTER_ROWS;
  let lane = first % WORKGROUP;
  return digitCounters[first / WORKGROUP % COUNTER_ROWS * WORKGROUP + (lane ^ (lane / 32u) ^ number) % WORKGROUP];
}

fn setScannedCounter(local: u32, number: u32, value: u32) {
  let first = local * COUNTER_ROWS;
  let lane = first % WORKGROUP;
  digitCounters[first / WORKGROUP % COUNTER_ROWS * WORKGROUP + (lane ^ (lane / 32u) ^ number) % WORKGROUP] = value;
}

// ---- part groupBallot
// Ballots of a group: GROUP consecutive lanes of a subgroup of up to 32 lanes.
//
// Invocations with consecutive local ids must be consecutive lanes of a subgroup (sort/small/exchange.wgsl).
//
// given GROUP, SUBGROUP_MAX

const ALL_LANES = 0xFFFFFFFFu >> (32u - GROUP);

var<private> lane: u32;                          // in the subgroup

fn enterLane(local: u32) {
  lane = local - subgroupBroadcastFirst(local);
}

/** The lanes of the group whose `value` is true, a bit each. */
fn groupBallot(value: bool) -> u32 {
  let ones = subgroupBallot(value).x;
  if (SUBGROUP_MAX > GROUP) {
    return extractBits(ones, lane / GROUP * GROUP, GROUP);
  }
  return ones;
}

// ---- part laneDigits
// The digits that a lane looks after, where a workgroup has something for each digit.
//
// given DIGITS, WORKGROUP

/** Neighbouring digits of a lane. Lanes past the last digit have none. */
const DIGITS_PER_LANE = max(1u, DIGITS / WORKGROUP);

/** Number `k` of the lane's digits, or DIGITS if it has fewer. */
fn laneDigit(local: u32, k: u32) -> u32 {
  return min(local * DIGITS_PER_LANE + k, DIGITS);
}

fn isDigit(digit: u32) -> bool {
  return DIGITS_PER_LANE * WORKGROUP == DIGITS || digit < DIGITS;
}

// ---- part digit
// A digit of a radix sort has DIGIT_BITS bits, so a tile has DIGITS counters.
//
// given bitsFrom, sortKey, Key, DIGITS

fn digitAt(bits: Key, shift: u32) -> u32 {
  return bitsFrom(sortKey(bits), shift) & (DIGITS - 1u);
}
