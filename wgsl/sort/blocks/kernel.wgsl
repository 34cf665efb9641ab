// Short segments by blocks, GPUs with subgroups. A block is TILE items and segments, counted together, so a million
// empty segments are distributed as evenly as a million items. A workgroup takes the segments that begin in its block.
// It loads their items into workgroup memory, sorts each segment of up to MAX_LENGTH items in the registers of a few
// lanes, and stores the items. So neighbouring lanes load and store neighbouring words, however short the segments are.
// Longer segments go to lists, for other kernels.
//
// src/sort/blocks.ts writes `sortSlots`. Segments have BLOCK_BINS bins by length. A bin's segments take equally many
// lanes and registers. Bins that take equally many registers are a family, and share a network.
//
//   atomicState          read: the call's numbers; written: the lists' counts. It is `state`.
//   offsets              read
//   keysIn, valuesIn     read; in place only the output is bound
//   keysOut, valuesOut   written: the items of the block's short segments
//
//   WINDOW               items in workgroup memory, from a multiple of 32: TILE, and the rest of the last segment
//   GROUP                lanes that search together: at most a subgroup of any size that the device may choose
//   EACH                 segments of a lane in a round
//   SLOTS                lanes that a round's segments can take
//   BIN_WIDTHS           of each bin the binary logarithm of a segment's lanes, four bits a bin
//   BIN_FAMILIES         of each bin its family, from 1, four bits a bin
//   BINS_OF_STEPS        the bin of a length, by its step, four bits a step
//   ALIGNED              lanes of the bin that takes most
//
// import workgroupIndex from plan/grid
// given SEGMENT_COUNT, SEGMENT_SIZE, ITEM_COUNT, WORKGROUP, TILE, MAX_LENGTH, WINDOW, GROUP, EACH, SLOTS, ROWS
// given BLOCK_BINS, BIN_WIDTHS, BIN_FAMILIES, BINS_OF_STEPS, ALIGNED, sortSlots, tileWord, inputKey, keepSingle
// given storeItems, listOf, countListed, startLists, enterListed, resetLists

var<storage, read_write> atomicState: array<atomic<u32>>;
var<storage, read_write> offsets: array<u32>;

const ROUND = WORKGROUP * EACH;
/** Lanes load and store by 32. */
const PARTS = WORKGROUP / 32u;
/** Slots behind the window: a lane without a segment reads the first ones, and a lane without items writes its own. */
const NOWHERE = WINDOW + 32u;
/** The most longer segments that begin in a window. There are more only where offsets fall. */
const LONGER = WINDOW / MAX_LENGTH + 1u;

var<workgroup> tile: array<u32, NOWHERE + WORKGROUP>;
var<workgroup> slots: array<u32, SLOTS>;                  // of a round's lanes: begin, length, width, family
var<workgroup> binCounts: array<atomic<u32>, BLOCK_BINS + 1u>;  // segments of a round; the last one counts all others
var<workgroup> binStarts: array<u32, BLOCK_BINS + 1u>;          // lanes of the bins before; the last one: of all bins
var<workgroup> windowEnd: atomic<u32>;                    // where the last short segment ends
var<workgroup> foreign: array<atomic<u32>, WINDOW / 32u>; // a bit an item: whether other kernels store it
var<workgroup> foreignRows: atomic<u32>;                  // a bit for items that 32 lanes store together: if any is
var<workgroup> longer: array<vec2u, LONGER>;              // slots of the block's longer segments: begin, end
var<workgroup> longerCount: atomic<u32>;
var<workgroup> blockEnds: array<u32, 2>;                  // the block's first segment, and the next block's

/** Marks an entry of a segment for a list. */
const LISTED = 0x80000000u;

/** Where segment `id` begins, or the last one ends. */
fn beginAt(id: u32) -> u32 {
  let size = atomicLoad(&atomicState[SEGMENT_SIZE]);
  return select(min(offsets[id], atomicLoad(&atomicState[ITEM_COUNT])), id * size, size != 0u);
}

@diagnostic(off, subgroup_uniformity)
fn leastOfGroup(value: u32) -> u32 {
  var least = value;
  for (var mask = 1u; mask < GROUP; mask *= 2u) {
    least = min(least, subgroupShuffleXor(least, mask));
  }
  return least;
}

@diagnostic(off, subgroup_uniformity)
fn anyLane(condition: bool) -> bool {
  return subgroupAny(condition);
}

/**
 * The first segment of the block that begins at `diagonal`: that many items and segments are before it. The lanes of a
 * group probe together. If offsets fall, every segment still has one block, since results never fall from one block to
 * the next.
 */
fn firstOfBlock(diagonal: u32, segments: u32, lane: u32) -> u32 {
  let bits = firstTrailingBit(GROUP);
  var low = 0u;
  var shift = firstLeadingBit(segments | 1u) / bits * bits;
  // Compilers unroll loops of few turns. This one ends where shift is 0.
  for (var turn = 0u; turn < 64u; turn++) {
    let probe = low + ((lane + 1u) << shift) - 1u;
    let isBefore = (probe < segments) & (beginAt(min(probe, segments)) + probe < diagonal);
    low += leastOfGroup(select(lane, GROUP, isBefore)) << shift;
    if (shift == 0u) {
      break;
    }
    shift -= bits;
  }
  return low;
}

/** A length's step: twice the binary logarithm of length - 1, rounded down. It is read from the bits of a float. */
fn stepOf(length: u32) -> u32 {
  return (bitcast<u32>(f32(max(length, 2u) - 1u)) >> 22u) - 254u;
}

fn binOf(length: u32) -> u32 {
  let step = min(stepOf(length), 13u);
  return (select(BINS_OF_STEPS[0], BINS_OF_STEPS[1], step > 7u) >> (step % 8u * 4u)) & 7u;
}

/** Marks the items of longer segments, which other kernels store. 32 lanes take a segment, each a word of bits. */
fn markForeign(local: u32) {
  let count = min(atomicLoad(&longerCount), LONGER);
  for (var i = local / 32u; i < count; i += WORKGROUP / 32u) {
    let begin = longer[i].x;
    let end = longer[i].y;
    for (var word = begin / 32u + local % 32u; word * 32u < end; word += 32u) {
      let low = max(begin, word * 32u) % 32u;
      let high = min(end - word * 32u, 32u);
      atomicOr(&foreign[word], (0xFFFFFFFFu >> (32u - high)) & (0xFFFFFFFFu << low));
      atomicOr(&foreignRows, 1u << (word / (ROWS * PARTS) * PARTS + word % PARTS));
    }
  }
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u, @builtin(subgroup_invocation_id) subgroupLane: u32) {
  let local = invocation.x;
  let block = workgroupIndex(workgroup, grid);
  let segments = atomicLoad(&atomicState[SEGMENT_COUNT]);
  // One group of lanes finds the block's first segment, another one its end.
  let end = local / GROUP;
  if (end < 2u) {
    let id = firstOfBlock((block + end) * TILE, segments, local % GROUP);
    if (local % GROUP == 0u) {
      blockEnds[end] = id;
    }
  }
  let ids = workgroupUniformLoad(&blockEnds);
  let begin = beginAt(ids[0]);
  let base = begin / 32u * 32u;
  if (local == 0u) {
    atomicOr(&foreign[0], (1u << (begin - base)) - 1u);
    atomicOr(&foreignRows, select(0u, 1u, begin > base));
  }
  var loaded = 0u;
  for (var turn = 0u; turn < 0x10000000u; turn++) {
    let round = ids[0] + turn * ROUND;
    if (round >= ids[1]) {
      break;
    }
    // Count the segments of each bin.
    var entries = array<u32, EACH>();
    var ranks = array<u32, EACH>();
    let id = round + local * EACH;
    if (id < ids[1]) {
      var next = beginAt(id);
      var reach = 0u;
      for (var j = 0u; j < EACH; j++) {
        let start = next;
        next = beginAt(min(id + j + 1u, ids[1]));
        let length = max(next, start) - start;
        let slot = start - base;
        // If offsets fall, a segment may begin before the window or end behind it.
        let isInside = (slot < WINDOW) & (slot + length <= WINDOW);
        let isShort = (length - 1u < MAX_LENGTH) & isInside;
        let isSorted = isShort & (length > 1u);
        entries[j] = select(0u, (length << 16u) | slot, isSorted);
        ranks[j] = atomicAdd(&binCounts[select(BLOCK_BINS, binOf(length), isSorted)], 1u);
        if ((length > 0u) & !isShort) {
          entries[j] = LISTED | listOf(length);
          ranks[j] = countListed(listOf(length));
        }
        reach = max(reach, select(0u, slot + length, isShort));
        if (length == 1u) {
          keepSingle(slot);
        }
        if ((length > MAX_LENGTH) & (slot < WINDOW)) {
          longer[min(atomicAdd(&longerCount, 1u), LONGER - 1u)] = vec2u(slot, min(slot + length, WINDOW));
        }
      }
      if (reach > 0u) {
        atomicMax(&windowEnd, reach);
      }
    }
    workgroupBarrier();

    if (local <= BLOCK_BINS) {
      var start = 0u;
      for (var bin = 0u; bin < BLOCK_BINS; bin++) {
        let lanes = atomicLoad(&binCounts[bin]) << ((BIN_WIDTHS >> (bin * 4u)) & 7u);
        start += select(0u, (lanes + ALIGNED - 1u) / ALIGNED * ALIGNED, bin < local);
      }
      binStarts[local] = start;
    }
    startLists(local);
    let reached = atomicLoad(&windowEnd);
    for (var rows = 0u; rows < WINDOW / (ROWS * WORKGROUP); rows++) {
      let first = rows * ROWS * WORKGROUP;
      if (first >= reached) {
        break;
      }
      if (first >= loaded) {
        for (var row = 0u; row < ROWS; row++) {
          let slot = first + row * WORKGROUP + local;
          tile[slot] = tileWord(inputKey(base + slot));
        }
        loaded = first + ROWS * WORKGROUP;
      }
    }
    workgroupBarrier();

    // Give each segment its lanes.
    for (var j = 0u; j < EACH; j++) {
      let entry = entries[j];
      if (entry >= LISTED) {
        let start = beginAt(id + j);
        enterListed(entry - LISTED, ranks[j], start, beginAt(id + j + 1u) - start);
      } else if (entry > 0u) {
        let bin = binOf(entry >> 16u);
        let width = (BIN_WIDTHS >> (bin * 4u)) & 7u;
        let mine = entry | (width << 24u) | (((BIN_FAMILIES >> (bin * 4u)) & 7u) << 28u);
        let start = binStarts[bin] + (ranks[j] << width);
        for (var k = 0u; k < ALIGNED; k++) {
          if (k >> width == 0u) {
            slots[min(start + k, SLOTS - 1u)] = mine;
          }
        }
      }
    }
    workgroupBarrier();

    let total = min(binStarts[BLOCK_BINS], SLOTS);
    for (var first = 0u; first < SLOTS; first += WORKGROUP) {
      if (first >= total) {
        break;
      }
      sortSlots(slots[first + local], local, subgroupLane);
    }
    workgroupBarrier();

    if (round + ROUND < ids[1]) {
      if (local <= BLOCK_BINS) {
        atomicStore(&binCounts[local], 0u);
      }
      resetLists(local);
      for (var slot = local; slot < SLOTS; slot += WORKGROUP) {
        slots[slot] = 0u;
      }
      workgroupBarrier();
    }
  }
  markForeign(local);
  workgroupBarrier();
  storeItems(base, atomicLoad(&windowEnd), local);
}

/** Stores the items of the block's short segments: the keys, or if they are stored in a second pass the values. */
fn storeRows(base: u32, end: u32, local: u32, isSecond: bool) {
  let others = atomicLoad(&foreignRows) >> (local / 32u);
  for (var rows = 0u; rows < WINDOW / (ROWS * WORKGROUP); rows++) {
    let first = rows * ROWS * WORKGROUP;
    if (first >= end) {
      break;
    }
    if ((((others >> (rows * PARTS)) & 1u) == 0u) & (first + ROWS * WORKGROUP <= end)) {
      for (var row = 0u; row < ROWS; row++) {
        storeSlot(base, first + row * WORKGROUP + local, isSecond);
      }
    } else {
      for (var row = 0u; row < ROWS; row++) {
        let slot = first + row * WORKGROUP + local;
        if (slot < end && ((atomicLoad(&foreign[slot / 32u]) >> (slot % 32u)) & 1u) == 0u) {
          storeSlot(base, slot, isSecond);
        }
      }
    }
  }
}

// ---- choice lists: none
// No segment is longer.

fn listOf(length: u32) -> u32 {
  return 0u;
}

fn countListed(bin: u32) -> u32 {
  return 0u;
}

fn startLists(local: u32) {
}

fn enterListed(bin: u32, rank: u32, begin: u32, length: u32) {
}

fn resetLists(local: u32) {
}

// ---- choice lists: appended
// Longer segments are appended to the lists of their bins. A workgroup reserves room in a list by one atomic addition a
// round. So the order of a list is free.
//
//   LIST_LENGTHS   the least length of each bin; the first bin has no list
//   spans          written: begin, length
//
// import listBase, reserveList from partition/append
// given LIST_LENGTHS, BINS

var<storage, read_write> spans: array<vec2u>;

var<workgroup> listCounts: array<atomic<u32>, BINS>;   // a round's segments of each bin
var<workgroup> listStarts: array<u32, BINS>;           // where the round's segments begin in `spans`

/** The bin of a segment. Short ones may be in the first list. */
fn listOf(length: u32) -> u32 {
  var bin = 1u;
  for (var other = 2u; other < BINS; other++) {
    bin += select(0u, 1u, length >= LIST_LENGTHS[other]);
  }
  return bin;
}

fn countListed(bin: u32) -> u32 {
  return atomicAdd(&listCounts[bin], 1u);
}

fn startLists(local: u32) {
  if (local < BINS) {
    let count = atomicLoad(&listCounts[local]);
    if (count > 0u) {
      listStarts[local] = listBase(local) + reserveList(local, count);
    }
  }
}

fn enterListed(bin: u32, rank: u32, begin: u32, length: u32) {
  let slot = listStarts[bin] + rank;
  // If offsets fall, there can be more segments than a list has room for.
  if (slot < listBase(bin + 1u)) {
    spans[slot] = vec2u(begin, length);
  }
}

fn resetLists(local: u32) {
  if (local < BINS) {
    atomicStore(&listCounts[local], 0u);
  }
}

// ---- choice items: key
// Keys without values, whose key map is a bijection. The tile holds sort keys, and registers as well.
//
// given sortKey, keyBits, Item, PAD, Key

var<storage, read_write> keysOut: array<Key>;

fn tileWord(bits: u32) -> u32 {
  return sortKey(bits);
}

const PAD_ITEM = PAD;

fn itemAt(slot: u32, word: u32) -> Item {
  return word;
}

fn keepSingle(slot: u32) {
}

fn storeSlot(base: u32, slot: u32, isSecond: bool) {
  keysOut[base + slot] = keyBits(tile[slot]);
}

fn storeItems(base: u32, end: u32, local: u32) {
  storeRows(base, end, local, false);
}

// ---- choice items: tagged
// Registers hold a sort key and the item's slot. The tile holds the keys' bits, and a second array the sorted slots. So
// keys may be sorted in place, also under a bit range and where -0 and +0 tie.
//
//   IN_SEGMENT   whether values are indices in segments. They take the upper half of a word of `order`.
//
// given sortKey, Item, Key, makeItem, MAX_KEY, NO_INDEX, IN_SEGMENT, storeValue, VALUES_SECOND, restageValues

var<storage, read_write> keysOut: array<Key>;

var<workgroup> order: array<u32, NOWHERE + WORKGROUP>;   // the slot whose item comes to this slot

fn tileWord(bits: u32) -> u32 {
  return bits;
}

const PAD_ITEM = Item(MAX_KEY, NO_INDEX);

fn itemAt(slot: u32, word: u32) -> Item {
  return makeItem(sortKey(word), slot, 0u);
}

/** The word of `order` for an item of a segment that begins at slot `begin`. */
fn orderWord(slot: u32, begin: u32) -> u32 {
  return slot | select(0u, (slot - begin) << 16u, IN_SEGMENT);
}

fn keepSingle(slot: u32) {
  order[min(slot, WINDOW)] = orderWord(slot, slot);
}

fn storeSlot(base: u32, slot: u32, isSecond: bool) {
  let word = order[slot];
  if (!isSecond) {
    keysOut[base + slot] = tile[word & 0xFFFFu];
  }
  if (isSecond == VALUES_SECOND) {
    storeValue(base, slot, word);
  }
}

fn storeItems(base: u32, end: u32, local: u32) {
  storeRows(base, end, local, false);
  if (VALUES_SECOND) {
    workgroupBarrier();
    restageValues(base, end, local);
    workgroupBarrier();
    storeRows(base, end, local, true);
  }
}

// ---- choice values: none
// No values.

const VALUES_SECOND = false;

fn restageValues(base: u32, end: u32, local: u32) {
}

fn storeValue(base: u32, slot: u32, word: u32) {
}

// ---- choice values: index
// A value is its item's index, in the whole array or in its segment. No value is read.
//
// given IN_SEGMENT

var<storage, read_write> valuesOut: array<u32>;

const VALUES_SECOND = false;

fn restageValues(base: u32, end: u32, local: u32) {
}

fn storeValue(base: u32, slot: u32, word: u32) {
  valuesOut[base + slot] = select(base + (word & 0xFFFFu), word >> 16u, IN_SEGMENT);
}

// ---- choice values: given
// Values go through the tile, when the keys are stored. So they may be moved in place.
//
// given inputValue

var<storage, read_write> valuesOut: array<u32>;

const VALUES_SECOND = true;

fn restageValues(base: u32, end: u32, local: u32) {
  for (var rows = 0u; rows < WINDOW / (ROWS * WORKGROUP); rows++) {
    let first = rows * ROWS * WORKGROUP;
    if (first >= end) {
      break;
    }
    for (var row = 0u; row < ROWS; row++) {
      let slot = first + row * WORKGROUP + local;
      tile[slot] = inputValue(base + slot, base);
    }
  }
}

fn storeValue(base: u32, slot: u32, word: u32) {
  valuesOut[base + slot] = tile[word & 0xFFFFu];
}
