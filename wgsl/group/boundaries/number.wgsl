// Numbers the groups of ordered rows, last of three kernels: writes where each group begins, and how many groups there
// are. Of more groups than the bound, only the first are written; countOut tells the true number.
//
//   groupSums[block]    read: groups that begin in earlier blocks
//   offsetsOut[group]   written: the group's first slot; after the last group, the number of rows
//   countOut[0]         written: number of groups
//   groupBounds.x       largest number of groups that are written
//
// import workgroupIndex from plan/grid
// import rowAt from group/order
// given blockIndex, BLOCK_LANES, blockLane, noteStarts, startsUpTo, ITEM_COUNT, PER_LANE

var<uniform> groupBounds: vec4u;
var<storage, read_write> state: array<u32>;
var<storage, read_write> groupSums: array<u32>;
var<storage, read_write> offsetsOut: array<u32>;
var<storage, read_write> countOut: array<u32>;

/** Whether a row begins a group, and how many of its block begin at it or before it. */
struct Starts {
  isFirst: bool,
  count: u32,
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let block = blockIndex(workgroupIndex(workgroup, grid), local);
  let length = state[ITEM_COUNT];
  let maxGroups = groupBounds.x;
  let begin = block * (BLOCK_LANES * PER_LANE);
  noteStarts(begin, length, local);
  var earlier = 0u;
  if (begin < length) {
    earlier = groupSums[block];
  }
  for (var k = 0u; k < PER_LANE; k++) {
    let slot = begin + k * BLOCK_LANES + blockLane(local);
    if (slot < length) {
      let starts = startsUpTo(slot, slot - begin);
      let group = earlier + starts.count - 1u;
      if (starts.isFirst) {
        if (group <= maxGroups) {
          offsetsOut[group] = slot;
        }
        if (group < maxGroups) {
          storeKey(group, rowAt(slot));
        }
      }
      storeGroup(slot, group);
      if (slot + 1u == length) {
        storeCount(group + 1u, length);
      }
    }
  }
  if ((length == 0u) & (begin + local == 0u)) {
    storeCount(0u, 0u);
  }
}

/** Writes the number of groups, and where the last one ends. */
fn storeCount(groups: u32, length: u32) {
  countOut[0] = groups;
  if (groups <= groupBounds.x) {
    offsetsOut[groups] = length;
  }
}

// ---- choice starts: lane
// A block is a lane, which counts as it goes.
//
// import startsGroup from group/order
// import Starts from group/boundaries/number

var<private> startsSoFar: u32;

fn noteStarts(begin: u32, length: u32, local: u32) {
}

fn startsUpTo(slot: u32, place: u32) -> Starts {
  let isFirst = startsGroup(slot);
  startsSoFar += select(0u, 1u, isFirst);
  return Starts(isFirst, startsSoFar);
}

// ---- choice starts: workgroup
// A block is a workgroup. It keeps a bit for each row, and the number of bits before each word of them.
//
// import startsGroup from group/order
// import Starts from group/boundaries/number
// given WORKGROUP, PER_LANE, blockScan

const START_WORDS = (WORKGROUP * PER_LANE + 31u) / 32u;
const WORDS_PER_LANE = (START_WORDS + WORKGROUP - 1u) / WORKGROUP;

var<workgroup> startBits: array<atomic<u32>, START_WORDS>;
var<workgroup> startsBefore: array<u32, START_WORDS>;

/** For uniform control flow only. */
fn noteStarts(begin: u32, length: u32, local: u32) {
  for (var k = 0u; k < PER_LANE; k++) {
    let place = k * WORKGROUP + local;
    if (begin + place < length) {
      if (startsGroup(begin + place)) {
        atomicOr(&startBits[place / 32u], 1u << (place % 32u));
      }
    }
  }
  workgroupBarrier();
  var count = 0u;
  for (var k = 0u; k < WORDS_PER_LANE; k++) {
    let word = local * WORDS_PER_LANE + k;
    if (word < START_WORDS) {
      count += countOneBits(atomicLoad(&startBits[word]));
    }
  }
  var before = blockScan(local, count).before;
  for (var k = 0u; k < WORDS_PER_LANE; k++) {
    let word = local * WORDS_PER_LANE + k;
    if (word < START_WORDS) {
      startsBefore[word] = before;
      before += countOneBits(atomicLoad(&startBits[word]));
    }
  }
  workgroupBarrier();
}

fn startsUpTo(slot: u32, place: u32) -> Starts {
  let bits = atomicLoad(&startBits[place / 32u]);
  let upTo = bits & (0xFFFFFFFFu >> (31u - place % 32u));
  return Starts(((bits >> (place % 32u)) & 1u) != 0u, startsBefore[place / 32u] + countOneBits(upTo));
}

// ---- choice keys: none
// The call does not want the groups' ids, or another kernel writes them.

fn storeKey(group: u32, row: u32) {
}

fn storeGroup(slot: u32, group: u32) {
}

// ---- choice keys: words
// The id of a group is that of its first row. Ids have one or two words.
//
//   keysOut   written: one id a group
//
// import bitsAt from operators/element
// given Key

var<storage, read_write> keysOut: array<Key>;

fn storeKey(group: u32, row: u32) {
  keysOut[group] = bitsAt(row);
}

fn storeGroup(slot: u32, group: u32) {
}

// ---- choice keys: groups
// The call wants each row's group. A row whose group is past the bound gets no group, 0xFFFFFFFF. A kernel that writes
// ids of two words has no binding left for the groups, so this is a second pass, which writes the same offsets again.
//
//   groupOut[row]   written
//   groupBounds.x   largest number of groups that are written
//
// import rowAt from group/order

var<uniform> groupBounds: vec4u;
var<storage, read_write> groupOut: array<u32>;

fn storeKey(group: u32, row: u32) {
}

fn storeGroup(slot: u32, group: u32) {
  groupOut[rowAt(slot)] = select(group, 0xFFFFFFFFu, group >= groupBounds.x);
}
