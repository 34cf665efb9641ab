// Ranks the items of a tile by ballots. A group of GROUP consecutive lanes of a subgroup has ITEMS rows of GROUP slots.
// A ballot of each bit of the digits gives a lane the lanes of its group that have the same digit. Lane d of a group
// counts the items of digit d in a register. Method: warp-level multisplit, Ashkiani and others 2016, with the counts in
// lanes. It has no atomics, so it is stable.
//
// Invocations with consecutive local ids must be consecutive lanes of a subgroup (sort/small/exchange_subgroup.wgsl).
//
// uses  TILE_WORDS tileKeys localDigit laneKeys laneRanks laneValues (sort/radix/rank_tile.gpu)
// given WORKGROUP  GROUP  LOCAL_BITS  PAIRS  ITEMS  SUBGROUP_MAX

const GROUPS = WORKGROUP / GROUP;
const GROUP_DIGITS = 1u << LOCAL_BITS;         // at most GROUP
/** The lanes of a group read neighbours, so the tile has no gaps. */
const TILE_GAP = 0u;
const ALL_LANES = 0xFFFFFFFFu >> (32u - GROUP);

var<workgroup> tileValues: array<u32, select(1u, TILE_WORDS, PAIRS)>;
var<workgroup> groupCounts: array<u32, GROUPS * GROUP_DIGITS>;   // per group and digit its items

/** The slot that holds number `item` of the lane's items before they are ranked. */
fn itemSlot(local: u32, item: u32) -> u32 {
  return local % WORKGROUP / GROUP * (GROUP * ITEMS) + item * GROUP + local % GROUP;
}

fn tileValue(word: u32) -> u32 {
  return tileValues[word];
}

fn setTileValue(word: u32, value: u32) {
  tileValues[word] = value;
}

/** The lanes of the group whose `value` is true, a bit each. `lane` is the lane in the subgroup. */
fn groupBallot(value: bool, lane: u32) -> u32 {
  let words = subgroupBallot(value);
  var word = words.x;
  if (SUBGROUP_MAX > 32u) {
    word = words[lane / 32u % 4u];
  }
  if (SUBGROUP_MAX > GROUP) {
    word = extractBits(word, lane % 32u / GROUP * GROUP, GROUP);
  }
  return word;
}

/** As in rank_by_counters.gpu.wgsl. */
fn rankByBits(local: u32, count: u32, shift: u32) {
  let lane = local - subgroupBroadcastFirst(local);
  let first = lane / GROUP * GROUP;             // the group's first lane in the subgroup
  let below = (1u << (lane % GROUP)) - 1u;
  var counted = 0u;                             // items of digit lane % GROUP in the group's earlier rows
  for (var i = 0u; i < ITEMS; i++) {
    let slot = local % WORKGROUP / GROUP * (GROUP * ITEMS) + i * GROUP + local % GROUP;
    let bits = tileKeys[slot];
    let digit = localDigit(slot, count, bits, shift);
    var same = ALL_LANES;                       // lanes with the digit of this lane
    var own = ALL_LANES;                        // lanes with digit lane % GROUP
    for (var bit = 0u; bit < LOCAL_BITS; bit++) {
      let ones = groupBallot(extractBits(digit, bit, 1u) == 1u, lane);
      same &= ~(ones ^ u32(extractBits(i32(digit), bit, 1u)));
      own &= ~(ones ^ u32(extractBits(i32(lane), bit, 1u)));
    }
    laneKeys[i] = bits;
    laneRanks[i] = subgroupShuffle(counted, first + digit) + countOneBits(same & below);
    counted += countOneBits(own);
  }
  if (PAIRS) {
    for (var i = 0u; i < ITEMS; i++) {
      laneValues[i] = tileValues[itemSlot(local, i)];
    }
  }
  let base = groupBase(local, lane, counted);
  for (var i = 0u; i < ITEMS; i++) {
    let digit = localDigit(itemSlot(local, i), count, laneKeys[i], shift);
    laneRanks[i] += subgroupShuffle(base, first + digit);
  }
}

/** The first slot of the group's items of digit lane % GROUP. */
fn groupBase(local: u32, lane: u32, counted: u32) -> u32 {
  let group = local % WORKGROUP / GROUP;
  let digit = lane % GROUP_DIGITS;
  if (lane % GROUP < GROUP_DIGITS) {
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
  let counts = select(0u, total, lane % GROUP < GROUP_DIGITS);
  return before + subgroupInclusiveAdd(counts) - counts - lane / GROUP * (WORKGROUP * ITEMS);
}
