// Large segments by one pass a digit, GPUs: a pass. A workgroup moves the items of a tile to where they belong by their
// digit. Stable. Method: Adinets and Merrill 2022 (Onesweep), with the fallback of Smith, Levien and Owens 2025.
//
// 1. Count the tile's items of each digit, and publish the counts for later tiles of the segment.
// 2. Rank: each item's slot in the tile that is sorted by the digit. Put it there in workgroup memory.
// 3. Look back: the digit's items in earlier tiles. Publish their sum with this tile's.
// 4. Store: neighbouring lanes have neighbouring items of a digit.
//
// Workgroups take tiles by an atomic counter, so a tile's earlier ones were taken before it. No workgroup waits for
// another one: if an earlier tile is missing, it counts that tile itself.
//
//   state, tiles, digitCounts                read: the tiles' records, the segments' counts (tiles.gpu.wgsl)
//   descriptors                              what passes publish
//   keysFrom, keysTo, valuesFrom, valuesTo   items before and after the pass
//   digitPass                                uniform: the digit's number
//
// Items of a lane lie GROUP apart, so that a group of lanes has consecutive items, row after row. Items past a tile's
// end are ranked as the last digit, so they stay last.
//
// `%` shows Dawn that an index is in bounds.
//
// import TileRecord, countsRow, descriptorRow, WINDOW from sort/large/tiles.gpu
// import digitAt, enterLane, lane, groupBallot, ALL_LANES, DIGITS_PER_LANE, laneDigit, isDigit from sort/radix/rank.gpu
// given blockScan, Key, DIGITS, DIGIT_BITS, WORKGROUP, ITEMS, GROUP, TILE, TILE_COUNT, EARLY_OUT, KEY_WORDS
// given COUNT_BITS, TRIES

var<storage, read_write> state: array<u32>;
var<storage, read_write> tiles: array<TileRecord>;
var<storage, read_write> digitCounts: array<atomic<u32>>;
var<storage, read_write> keysFrom: array<Key>;
var<storage, read_write> keysTo: array<Key>;
var<storage, read_write> descriptors: array<atomic<u32>>;
var<uniform> digitPass: u32;

alias Counts = array<u32, DIGITS_PER_LANE>;
alias Slots = array<u32, ITEMS>;
const GROUPS = WORKGROUP / GROUP;
/** First a word for each group and digit: the slot of the digit's next item. Then the sorted tile. */
var<workgroup> words: array<atomic<u32>, max(GROUPS * DIGITS, KEY_WORDS * TILE)>;
var<workgroup> digitStarts: array<u32, DIGITS>;   // the index to which slot 0 would move if it had this digit
var<workgroup> sharedTile: TileRecord;
var<workgroup> haveOneDigit: u32;                       // 1: all items of the segment have the same digit

/** Takes a tile. There are no more if it has no items. */
fn claimTile() {
  sharedTile.count = 0u;
  haveOneDigit = 0u;
  let tileCount = state[TILE_COUNT];
  if (tileCount > 0u) {
    // The first row's words are 0 before the first pass.
    let number = atomicAdd(&descriptors[digitPass], 1u);
    if (number < tileCount) {
      sharedTile = tiles[number];
    }
  }
}

/** The slot of the lane's next item. Lanes call it row after row. */
fn slotOf(group: u32, digit: u32) -> u32 {
  var same = ALL_LANES;
  var rest = i32(digit << (32u - DIGIT_BITS));   // its highest bit is the next bit
  for (var bit = 0u; bit < DIGIT_BITS; bit++) {
    same &= ~(groupBallot(rest < 0) ^ u32(rest >> 31u));
    rest <<= 1u;
  }
  let before = countOneBits(same & ((1u << (lane % GROUP)) - 1u));
  // The digit's first lane moves its slot. All lanes get that slot from it, so lanes of the next row move it later.
  var slot = 0u;
  if (before == 0u) {
    slot = atomicAdd(&words[group * DIGITS + digit], countOneBits(same));
  }
  return subgroupShuffle(slot, lane / GROUP * GROUP + countOneBits(~same & (same - 1u))) + before;
}

/** Stores the key in a slot of the sorted tile, and returns its index. */
fn storeKey(slot: u32, shift: u32) -> u32 {
  let key = stagedKey(slot);
  let to = digitStarts[digitAt(key, shift)] + slot;
  keysTo[to] = key;
  return to;
}

fn moveTile(tile: TileRecord, local: u32) {
  let shift = digitPass * DIGIT_BITS;
  let group = local / GROUP;
  let first = group * (GROUP * ITEMS) + local % GROUP;
  var keys: array<Key, ITEMS>;
  for (var i = 0u; i < ITEMS; i++) {
    keys[i] = keysFrom[tile.start + min(first + i * GROUP, tile.count - 1u)];
  }
  // The segment's counts arrive with the keys.
  var totals: Counts;
  if (tile.tiles > 1u) {
    for (var k = 0u; k < DIGITS_PER_LANE; k++) {
      let digit = laneDigit(local, k);
      if (isDigit(digit)) {
        totals[k] = atomicLoad(&digitCounts[countsRow(tile) + digitPass * DIGITS + digit]);
        if (totals[k] == tile.length) {
          haveOneDigit = 1u;
        }
      }
    }
  }
  for (var i = local; i < GROUPS * DIGITS; i += WORKGROUP) {
    atomicStore(&words[i], 0u);
  }
  if (EARLY_OUT) {
    if (workgroupUniformLoad(&haveOneDigit) == 1u) {
      for (var i = 0u; i < ITEMS; i++) {
        let at = first + i * GROUP;
        if (at < tile.count) {
          keysTo[tile.start + at] = keys[i];
          copyValue(tile.start + at, tile.begin);
        }
      }
      return;
    }
  } else {
    workgroupBarrier();
  }
  // Four digits a word.
  var digits: array<u32, (ITEMS + 3u) / 4u>;
  for (var i = 0u; i < ITEMS; i++) {
    let digit = select(DIGITS - 1u, digitAt(keys[i], shift), first + i * GROUP < tile.count);
    digits[i / 4u] |= digit << (i % 4u * 8u);
    atomicAdd(&words[group * DIGITS + digit], 1u);
  }
  workgroupBarrier();

  var counts: Counts;
  var sum = 0u;
  for (var k = 0u; k < DIGITS_PER_LANE; k++) {
    let digit = laneDigit(local, k);
    if (isDigit(digit)) {
      for (var i = 0u; i < GROUPS; i++) {
        counts[k] += atomicLoad(&words[i * DIGITS + digit]);
      }
      publish(tile, tile.index == 0u, digit, counts[k]);
      sum += counts[k];
    }
  }
  var slot = blockScan(local, sum).before;
  var bases: Counts;
  for (var k = 0u; k < DIGITS_PER_LANE; k++) {
    let digit = laneDigit(local, k);
    if (isDigit(digit)) {
      bases[k] = 0u - slot;
      for (var i = 0u; i < GROUPS; i++) {
        let count = atomicLoad(&words[i * DIGITS + digit]);
        atomicStore(&words[i * DIGITS + digit], slot);
        slot += count;
      }
    }
  }
  workgroupBarrier();
  var slots: Slots;
  for (var i = 0u; i < ITEMS; i++) {
    slots[i] = slotOf(group, extractBits(digits[i / 4u], i % 4u * 8u, 8u));
  }
  workgroupBarrier();
  for (var i = 0u; i < ITEMS; i++) {
    stageKey(slots[i], keys[i]);
  }

  if (tile.tiles > 1u) {
    let before = lookBack(tile, local, shift);
    var total = 0u;
    for (var k = 0u; k < DIGITS_PER_LANE; k++) {
      let digit = laneDigit(local, k);
      if (isDigit(digit)) {
        if (tile.index > 0u) {
          publish(tile, true, digit, before[k] + counts[k]);
        }
        bases[k] += before[k] + total;
        total += totals[k];
      }
    }
    let start = blockScan(local, total).before;
    for (var k = 0u; k < DIGITS_PER_LANE; k++) {
      bases[k] += start;
    }
  } else {
    // The slots are the indices in the segment.
    bases = Counts();
  }
  for (var k = 0u; k < DIGITS_PER_LANE; k++) {
    let digit = laneDigit(local, k);
    if (isDigit(digit)) {
      digitStarts[digit] = tile.begin + bases[k];
    }
  }
  workgroupBarrier();
  var targets: Slots;
  if (tile.count == TILE) {
    for (var i = 0u; i < ITEMS; i++) {
      targets[i] = storeKey(i * WORKGROUP + local, shift);
    }
  } else {
    for (var i = 0u; i < ITEMS; i++) {
      if (i * WORKGROUP + local < tile.count) {
        targets[i] = storeKey(i * WORKGROUP + local, shift);
      }
    }
  }
  moveValues(tile, local, first, slots, targets);
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x % WORKGROUP;
  enterLane(local);
  for (;;) {
    if (local == 0u) {
      claimTile();
    }
    let tile = workgroupUniformLoad(&sharedTile);
    if (tile.count == 0u) {
      break;
    }
    moveTile(tile, local);
    workgroupBarrier();
  }
}

/** A descriptor: a tag above COUNT_BITS bits of a count. Tags grow with the passes, so descriptors are cleared once. */
fn descriptorOf(isSum: bool, count: u32) -> u32 {
  return (select(2u * digitPass + 1u, 2u * digitPass + 2u, isSum) << COUNT_BITS) | count;
}

/**
 * Publishes the tile's items of a digit, or their sum with those of all earlier tiles. Nobody looks at a last tile. The
 * workgroup's own words need no maximum: before its sum, a word can only hold the tile's count, by a fallback.
 */
fn publish(tile: TileRecord, isSum: bool, digit: u32, count: u32) {
  if (tile.index + 1u < tile.tiles) {
    atomicStore(&descriptors[descriptorRow(tile, tile.index) + digit], descriptorOf(isSum, count));
  }
}

var<workgroup> farthest: atomic<u32>;            // 1 + the index of the last tile that is missing, or 0
var<workgroup> missing: u32;
var<workgroup> missingCounts: array<atomic<u32>, DIGITS>;

/** Counts the digits of an earlier tile into `missingCounts`. It begins and ends with a barrier. */
fn countMissing(tile: TileRecord, index: u32, local: u32, shift: u32) {
  for (var digit = local; digit < DIGITS; digit += WORKGROUP) {
    atomicStore(&missingCounts[digit], 0u);
  }
  if (local == 0u) {
    atomicStore(&farthest, 0u);
  }
  workgroupBarrier();
  let start = tile.begin + index * TILE;
  for (var i = 0u; i < ITEMS; i++) {
    atomicAdd(&missingCounts[digitAt(keysFrom[start + i * WORKGROUP + local], shift)], 1u);
  }
  workgroupBarrier();
}

/**
 * Per digit of the lane, its items in earlier tiles of the segment. After TRIES reads without news the workgroup counts
 * the missing tile itself: its input does not change. For uniform control flow only. It begins and ends with a barrier.
 */
fn lookBack(tile: TileRecord, local: u32, shift: u32) -> Counts {
  let aCount = descriptorOf(false, 0u);
  let aSum = descriptorOf(true, 0u);
  var before: Counts;
  var ends: Counts;                              // the descriptors behind those that are not yet in `before`
  for (var k = 0u; k < DIGITS_PER_LANE; k++) {
    let digit = laneDigit(local, k);
    ends[k] = descriptorRow(tile, select(0u, tile.index, isDigit(digit))) + digit;
  }
  // A missing tile is nearer to the segment's first one in each turn.
  for (var turn = 0u; turn < tile.tiles; turn++) {
    for (var k = 0u; k < DIGITS_PER_LANE; k++) {
      let begin = descriptorRow(tile, 0u) + laneDigit(local, k);
      for (var tries = select(TRIES, 0u, ends[k] > begin); tries < TRIES;) {
        // The loads of a window do not depend on each other.
        var window = array<u32, WINDOW>();
        for (var i = 0u; i < WINDOW; i++) {
          window[i] = atomicLoad(&descriptors[ends[k] - (i + 1u) * DIGITS]);
        }
        // The first words with news are added, up to the first sum. The first tile has a sum.
        var goesOn = true;
        var next = ends[k];
        var newest = 0u;
        for (var i = 0u; i < WINDOW; i++) {
          let isAdded = goesOn & (window[i] >= aCount);
          before[k] += select(0u, window[i] & ((1u << COUNT_BITS) - 1u), isAdded);
          next = select(next, ends[k] - (i + 1u) * DIGITS, isAdded);
          newest = select(newest, window[i], isAdded);
          goesOn = isAdded & (window[i] < aSum);
        }
        ends[k] = select(next, begin, newest >= aSum);
        tries = select(select(0u, tries + 1u, window[0] < aCount), TRIES, ends[k] == begin);
      }
      if (ends[k] > begin) {
        atomicMax(&farthest, (ends[k] - begin) / DIGITS);
      }
    }
    workgroupBarrier();
    if (local == 0u) {
      missing = atomicLoad(&farthest);
    }
    let number = workgroupUniformLoad(&missing);
    if (number == 0u) {
      break;
    }
    countMissing(tile, number - 1u, local, shift);
    for (var k = 0u; k < DIGITS_PER_LANE; k++) {
      let digit = laneDigit(local, k);
      if (isDigit(digit)) {
        let at = descriptorRow(tile, number - 1u) + digit;
        let count = atomicLoad(&missingCounts[digit]);
        // The tile's workgroup may have published its sum already.
        atomicMax(&descriptors[at], descriptorOf(number == 1u, count));
        if (ends[k] == at + DIGITS) {
          before[k] += count;
          ends[k] = at;
        }
      }
    }
  }
  return before;
}

// ---- choice staged: word
// The sorted tile in workgroup memory: keys of one word.

fn stageKey(slot: u32, key: u32) {
  atomicStore(&words[slot], key);
}

fn stagedKey(slot: u32) -> u32 {
  return atomicLoad(&words[slot]);
}

// ---- choice staged: twoWords
// The sorted tile in workgroup memory: keys of two words, all low words first.
//
// given TILE

fn stageKey(slot: u32, key: vec2u) {
  atomicStore(&words[slot], key.x);
  atomicStore(&words[TILE + slot], key.y);
}

fn stagedKey(slot: u32) -> vec2u {
  return vec2u(atomicLoad(&words[slot]), atomicLoad(&words[TILE + slot]));
}

// ---- choice store: keys
// Keys without values.
//
// import TileRecord from sort/large/tiles.gpu

fn copyValue(i: u32, begin: u32) {
}

fn moveValues(tile: TileRecord, local: u32, first: u32, slots: Slots, targets: Slots) {
}

// ---- choice store: pairs
// A value of one word moves with each key, through the memory of the sorted keys after these have left it.
//
// import TileRecord from sort/large/tiles.gpu
// import inputValue from sort/access
// given GROUP, ITEMS, WORKGROUP

var<storage, read_write> valuesTo: array<u32>;

fn copyValue(i: u32, begin: u32) {
  valuesTo[i] = inputValue(i, begin);
}

fn moveValues(tile: TileRecord, local: u32, first: u32, slots: Slots, targets: Slots) {
  workgroupBarrier();
  for (var i = 0u; i < ITEMS; i++) {
    let at = first + i * GROUP;
    if (at < tile.count) {
      atomicStore(&words[slots[i]], inputValue(tile.start + at, tile.begin));
    }
  }
  workgroupBarrier();
  for (var i = 0u; i < ITEMS; i++) {
    let slot = i * WORKGROUP + local;
    if (slot < tile.count) {
      valuesTo[targets[i]] = atomicLoad(&words[slot]);
    }
  }
}
