// Partition by appending, GPUs: one kernel lists the segments, in place of the kernels that count, scan and scatter. A
// workgroup takes consecutive segments, and reserves room for them in each list by one atomic addition. So the order of
// a list is free.
//
//   atomicState   read: the call's numbers; written: the lists' counts. It is `state`.
//   spans         written: (begin, length) of each bin's segments
//
// import workgroupIndex from plan/grid
// import listBase from partition/append
// given segmentsOfCall, segmentAt, copySingleton, blockScan, BinCounts, addedCounts, countAtLeast, perBinCounts
// given shifted, isListed, slotOf, sumOf, BINS, FULL_TILES, COUNT_QUADS, SEGMENTS_PER_LANE, WORKGROUP, fullTilesOf
// given startOf, keepId, enterSegment

var<storage, read_write> spans: array<vec2u>;

/** Of each bin the workgroup's segments, then where they begin in `spans`. Of FULL_TILES the full tiles. */
var<workgroup> starts: array<u32, 4u * COUNT_QUADS>;
/** Of each bin the end of its list. */
var<workgroup> listEnds: array<u32, BINS>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  // Neighbouring lanes read neighbouring segments.
  let first = workgroupIndex(workgroup, grid) * WORKGROUP * SEGMENTS_PER_LANE + local;
  let segments = segmentsOfCall();
  var atLeast: BinCounts;
  var tiles = 0u;
  for (var k = 0u; k < SEGMENTS_PER_LANE; k++) {
    let id = first + k * WORKGROUP;
    if (id < segments) {
      let segment = segmentAt(id);
      copySingleton(segment);
      atLeast = addedCounts(atLeast, countAtLeast(segment.length));
      tiles += fullTilesOf(segment.length);
    }
  }
  var slots = perBinCounts(atLeast);
  slots[FULL_TILES / 4u][FULL_TILES % 4u] = tiles;
  for (var quad = 0u; quad < COUNT_QUADS; quad++) {
    let scanned = blockScan(local, slots[0]);
    if (local < 4u) {
      starts[quad * 4u + local] = scanned.total[local];
    }
    workgroupBarrier();
    slots = shifted(slots, scanned.before);
  }
  for (var bin = local; bin < BINS; bin += WORKGROUP) {
    starts[bin] = startOf(bin, starts[bin]);
    listEnds[bin] = listBase(bin + 1u);
  }
  workgroupBarrier();
  tiles = starts[FULL_TILES] + slots[FULL_TILES / 4u][FULL_TILES % 4u];
  for (var k = 0u; k < SEGMENTS_PER_LANE; k++) {
    let id = first + k * WORKGROUP;
    if (id < segments) {
      let segment = segmentAt(id);
      if (isListed(segment.length)) {
        let atLeastOne = countAtLeast(segment.length);
        let one = perBinCounts(atLeastOne);
        let bin = sumOf(atLeastOne) - 1u;
        let slot = starts[bin] + slotOf(slots, one);
        // If offsets fall, there can be more segments than a list has room for.
        if (slot < listEnds[bin]) {
          spans[slot] = vec2u(segment.begin, segment.length);
          keepId(slot, id);
          enterSegment(bin, slot, tiles, segment);
        }
        slots = addedCounts(slots, one);
        tiles += fullTilesOf(segment.length);
      }
    }
  }
}

// ---- part reserveList
// Room in the lists of the bins in `spans`. Setup has written where they begin. The count of a list that has no more
// room stays the number of its entries.
//
// given BIN_COUNTS, BIN_BASES

var<storage, read_write> atomicState: array<atomic<u32>>;

/** Where the list of a bin begins, or the last one ends. */
fn listBase(bin: u32) -> u32 {
  return atomicLoad(&atomicState[BIN_BASES + bin]);
}

/** Reserves entries of a list, and returns the first. */
fn reserveList(bin: u32, count: u32) -> u32 {
  if (count == 0u) {
    return 0u;
  }
  let room = listBase(bin + 1u) - listBase(bin);
  let start = atomicAdd(&atomicState[BIN_COUNTS + bin], count);
  if (start + count > room) {
    atomicMin(&atomicState[BIN_COUNTS + bin], room);
  }
  return start;
}

// ---- choice ids: none
// The lists of sorts hold no ids.

fn keepId(slot: u32, id: u32) {
}

// ---- choice ids: stored
// The ids of the listed segments, in the state after its header.
//
//   atomicState   written: an id an entry of the lists
//
// given FIRST_ID

var<storage, read_write> atomicState: array<atomic<u32>>;

fn keepId(slot: u32, id: u32) {
  atomicStore(&atomicState[FIRST_ID + slot], id);
}

// ---- choice large: listed
// Large segments are in a list as others are.
//
// import Segment from plan/state
// import reserveList, listBase from partition/append

fn fullTilesOf(length: u32) -> u32 {
  return 0u;
}

fn startOf(bin: u32, count: u32) -> u32 {
  return listBase(bin) + reserveList(bin, count);
}

fn enterSegment(bin: u32, slot: u32, tilesBefore: u32, segment: Segment) {
}

// ---- choice large: table
// Large segments are entered in a table as well (partition/tile_table.wgsl). An entry has the number of full tiles of
// all entries before it. So one word orders both: its lower bits count entries, its upper bits full tiles.
//
//   atomicState   written: the numbers of large segments and of their tiles
//   large         written: an entry a large segment
//
//   LARGE_ORDER   the word
//   ENTRY_BITS    its lower bits
//
// import Segment from plan/state
// import fullTiles from partition/large
// import reserveList, listBase from partition/append
// given itemsOfCall, starts, LARGE_BIN, LARGE_MIN_LENGTH, TILE, FULL_TILES, LARGE_ORDER, ENTRY_BITS, LARGE_COUNT
// given FULL_TILE_COUNT, TILE_COUNT

var<storage, read_write> atomicState: array<atomic<u32>>;
var<storage, read_write> large: array<vec4u>;

fn fullTilesOf(length: u32) -> u32 {
  return fullTiles(length);
}

/** Adds to a number of the state. If segments overlap, which they must not, it stays at the most that there may be. */
fn addUpTo(word: u32, count: u32, most: u32) {
  if (atomicAdd(&atomicState[word], count) + count > most) {
    atomicMin(&atomicState[word], most);
  }
}

/** Where the workgroup's segments of a bin begin. The lane of the large bin also finds the full tiles before. */
fn startOf(bin: u32, count: u32) -> u32 {
  let start = listBase(bin) + reserveList(bin, count);
  if (bin != LARGE_BIN || count == 0u) {
    return start;
  }
  let maxLarge = itemsOfCall() / LARGE_MIN_LENGTH;
  let maxFull = itemsOfCall() / TILE;
  let entries = min(count, maxLarge);
  let tiles = min(starts[FULL_TILES], maxFull);
  addUpTo(LARGE_COUNT, entries, maxLarge);
  addUpTo(FULL_TILE_COUNT, tiles, maxFull);
  addUpTo(TILE_COUNT, entries + tiles, maxLarge + maxFull);
  let before = atomicAdd(&atomicState[LARGE_ORDER], entries | (tiles << ENTRY_BITS));
  starts[FULL_TILES] = before >> ENTRY_BITS;
  return listBase(bin) + (before & ((1u << ENTRY_BITS) - 1u));
}

fn enterSegment(bin: u32, slot: u32, tilesBefore: u32, segment: Segment) {
  if (bin == LARGE_BIN) {
    large[slot - listBase(bin)] = vec4u(tilesBefore, segment.begin, segment.length, 0u);
  }
}

// ---- choice numbers: atomicState
// The numbers of the call, where the kernel adds to words of the state.
//
// given ITEM_COUNT, SEGMENT_COUNT, SEGMENT_SIZE

var<storage, read_write> atomicState: array<atomic<u32>>;

fn itemsOfCall() -> u32 {
  return atomicLoad(&atomicState[ITEM_COUNT]);
}

fn segmentsOfCall() -> u32 {
  return atomicLoad(&atomicState[SEGMENT_COUNT]);
}

fn sizeOfCall() -> u32 {
  return atomicLoad(&atomicState[SEGMENT_SIZE]);
}

// ---- choice segments: offsets
// Segments by offsets (partition/segments.wgsl).
//
// import Segment from plan/state
// given itemsOfCall

var<storage, read_write> offsets: array<u32>;

fn segmentAt(id: u32) -> Segment {
  let end = min(offsets[id + 1u], itemsOfCall());
  let begin = min(offsets[id], end);
  return Segment(begin, end - begin);
}

// ---- choice segments: ranges
// Segments by begin and end.
//
// import Segment from plan/state
// given itemsOfCall

var<storage, read_write> begins: array<u32>;
var<storage, read_write> ends: array<u32>;

fn segmentAt(id: u32) -> Segment {
  let end = min(ends[id], itemsOfCall());
  let begin = min(begins[id], end);
  return Segment(begin, end - begin);
}

// ---- choice setup: lists
// Setup, where kernels append to lists. A list has room for as many segments of its least length as fit the items.
//
//   LIST_LENGTHS   the least length of each list
//   FIRST_LIST     the first bin that has a list
//   state          written: where each list begins
//
// import setUp from partition/setup
// import workgroupIndex from plan/grid
// given clearCounts, Call, LIST_LENGTHS, FIRST_LIST, BINS, BIN_BASES, SEGMENT_COUNT, WORKGROUP

var<immediate> call: Call;
var<storage, read_write> state: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let first = workgroupIndex(workgroup, grid) * WORKGROUP + invocation.x;
  if (first == 0u) {
    setUp();
    // Segments of one size have no lists.
    if (call.size == 0u) {
      var base = 0u;
      for (var bin = FIRST_LIST; bin < BINS; bin++) {
        state[BIN_BASES + bin] = base;
        // All segments may be empty.
        let most = select(call.items / max(LIST_LENGTHS[bin], 1u), 0xFFFFFFFFu, LIST_LENGTHS[bin] == 0u);
        base += min(most, state[SEGMENT_COUNT]);
      }
      state[BIN_BASES + BINS] = base;
    }
  }
  clearCounts(first, grid.x * grid.y * WORKGROUP);
}

// ---- choice clear: none
// The plan has no large segments.

fn clearCounts(first: u32, lanes: u32) {
}

// ---- choice clear: counts
// The counts of large segments' digits become 0 (sort/large/histogram.gpu.wgsl).
//
//   digitCounts   written: 0
//
// given Call, countOfCall, TILE, PLACES, DIGITS, COUNTS_BY_ENTRY

var<immediate> call: Call;
var<storage, read_write> digitCounts: array<atomic<u32>>;

fn clearCounts(first: u32, lanes: u32) {
  let rows = select(call.items / TILE, countOfCall(call.segments), COUNTS_BY_ENTRY);
  let end = min(rows * (PLACES * DIGITS), arrayLength(&digitCounts));
  for (var i = first; i < end; i += lanes) {
    atomicStore(&digitCounts[i], 0u);
  }
}

// ---- choice entry: counted
// Workgroups do tasks until all are done, as in plan/entry.wgsl. Each counts the tasks, by the lists that kernels
// appended to. So no dispatch is needed to write grids.
//
// given task, taskCount

var<workgroup> sharedTasks: u32;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  if (invocation.x == 0u) {
    sharedTasks = taskCount();
  }
  let tasks = workgroupUniformLoad(&sharedTasks);
  for (var number = workgroup.x; number < tasks; number += grid.x) {
    task(number, invocation.x);
    // The next task writes workgroup memory that this one reads.
    if (number + grid.x < tasks) {
      workgroupBarrier();
    }
  }
}
