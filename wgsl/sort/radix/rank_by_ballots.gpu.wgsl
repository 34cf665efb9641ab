// Ranks by ballots, for subgroups of up to 32 lanes. A group is of consecutive lanes of a subgroup. A ballot of each
// bit of the digits gives a lane the lanes of its group that have the same digit. Lane d of a group counts the items of
// digit d in a register. Method: warp-level multisplit, Ashkiani and others 2016, with the counts in lanes. It has no
// atomics, so it is stable.
//
// Invocations with consecutive local ids must be consecutive lanes of a subgroup (sort/small/exchange_subgroup.wgsl).
//
// given WORKGROUP, GROUP, LOCAL_BITS, ITEMS, PAIRS, SUBGROUP_MAX

const GROUPS = WORKGROUP / GROUP;
const GROUP_DIGITS = 1u << LOCAL_BITS;           // at most GROUP
/** The lanes of a group read neighbours, so the tile has no gaps. */
const TILE_GAP = 0u;
const ALL_LANES = 0xFFFFFFFFu >> (32u - GROUP);

var<workgroup> tileValues: array<u32, select(1u, WORKGROUP * ITEMS, PAIRS)>;
var<workgroup> groupCounts: array<u32, GROUPS * GROUP_DIGITS>;   // per group and digit its items
var<private> lane: u32;                          // in the subgroup
/** The group's items of digit lane % GROUP so far, and after the scan their first slot. */
var<private> counted: u32;

fn tileValue(word: u32) -> u32 {
  return tileValues[word];
}

fn setTileValue(word: u32, value: u32) {
  tileValues[word] = value;
}

/** The lanes of the group whose `value` is true, a bit each. */
fn groupBallot(value: bool) -> u32 {
  let ones = subgroupBallot(value).x;
  if (SUBGROUP_MAX > GROUP) {
    return extractBits(ones, lane / GROUP * GROUP, GROUP);
  }
  return ones;
}

/** `value` of the lane of the group that counts this digit. */
fn ofDigit(value: u32, digit: u32) -> u32 {
  return subgroupShuffle(value, lane / GROUP * GROUP + digit);
}

fn openCounts(local: u32) {
  lane = local - subgroupBroadcastFirst(local);
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
