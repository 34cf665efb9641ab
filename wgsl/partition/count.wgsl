// Partition, first kernel: how many segments of each block fall into each bin.
//
// A block is an invocation or a workgroup. Each of its lanes takes SEGMENTS_PER_LANE consecutive segments.
//
//   counters[row · blocks + block]   written: segments of the bin, or full tiles in row FULL_TILES
//
// The table is stored row after row. So one exclusive scan gives every block its first slot in every list. The scan is
// one counter longer than the table. That counter receives the grand total, whatever it held before. Singletons may
// belong to no bin; copySingleton processes them.
//
// import workgroupIndex from plan/grid
// import fullTiles from partition/large
// given blockIndex, BLOCK_LANES, blockLane, segmentAt, blockScan, BLOCK_COUNT, SEGMENTS_PER_LANE, SEGMENT_COUNT
// given BinCounts, addedCounts, countAtLeast, perBinCounts, FULL_TILES, COUNT_QUADS, shifted

var<storage, read_write> state: array<u32>;
var<storage, read_write> counters: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let block = blockIndex(workgroupIndex(workgroup, grid), local);
  let blocks = state[BLOCK_COUNT];
  let first = (block * BLOCK_LANES + blockLane(local)) * SEGMENTS_PER_LANE;
  let end = min(first + SEGMENTS_PER_LANE, state[SEGMENT_COUNT]);
  var atLeast: BinCounts;
  var tiles = 0u;
  for (var id = first; id < end; id++) {
    let segment = segmentAt(id);
    copySingleton(segment);
    atLeast = addedCounts(atLeast, countAtLeast(segment.length));
    tiles += fullTiles(segment.length);
  }
  var counts = perBinCounts(atLeast);
  counts[FULL_TILES / 4u][FULL_TILES % 4u] = tiles;
  // Drivers do not know the loop's end. If they unrolled it, every access would cost lavapipe 5 ms to compile.
  for (var quad = 0u; quad < min(COUNT_QUADS, arrayLength(&counters)); quad++) {
    let total = blockScan(local, counts[0]).total;
    counts = shifted(counts, total);
    if (blockLane(local) == 0u && block < blocks) {
      // Rows past the last one are written too, past the table's end. The scan's results do not depend on them.
      let first = quad * 4u * blocks + block;
      counters[first] = total.x;
      counters[first + blocks] = total.y;
      counters[first + 2u * blocks] = total.z;
      counters[first + 3u * blocks] = total.w;
    }
  }
}

// ---- choice singleton: none
// Singletons are listed as other segments are, or their items stay where they are.
//
// import Segment from plan/state

fn copySingleton(segment: Segment) {
}

// ---- choice singleton: key
// A singleton, a segment of one item, needs no sort: its key is copied. It is in no bin's list.
//
//   keysIn, keysOut   read, written
//
// import Segment from plan/state
// given Key

var<storage, read_write> keysIn: array<Key>;
var<storage, read_write> keysOut: array<Key>;

fn copySingleton(segment: Segment) {
  if (segment.length == 1u) {
    keysOut[segment.begin] = keysIn[segment.begin];
  }
}

// ---- choice singleton: pair
// The key and the value of a singleton are copied.
//
//   keysIn               read
//   keysOut, valuesOut   written
//
// import Segment from plan/state
// import inputValue from sort/access
// given Key

var<storage, read_write> keysIn: array<Key>;
var<storage, read_write> keysOut: array<Key>;
var<storage, read_write> valuesOut: array<u32>;

fn copySingleton(segment: Segment) {
  if (segment.length == 1u) {
    keysOut[segment.begin] = keysIn[segment.begin];
    valuesOut[segment.begin] = inputValue(segment.begin, segment.begin);
  }
}

// ---- choice singleton: value
// The value of a singleton is copied. Its key is sorted in place.
//
//   valuesOut   written
//
// import Segment from plan/state
// import inputValue from sort/access

var<storage, read_write> valuesOut: array<u32>;

fn copySingleton(segment: Segment) {
  if (segment.length == 1u) {
    valuesOut[segment.begin] = inputValue(segment.begin, segment.begin);
  }
}

// ---- choice singleton: index
// Under a custom order the index of a singleton goes into the permutation.
//
//   permutation   written
//
// import Segment from plan/state

var<storage, read_write> permutation: array<u32>;

fn copySingleton(segment: Segment) {
  if (segment.length == 1u) {
    permutation[segment.begin] = segment.begin;
  }
}

// ---- choice singleton: indexInSegment
// Under a custom order, where the call wants indices in segments, the index of a singleton goes into the permutation,
// and 0 to the output.
//
//   permutation, indicesOut   written
//
// import Segment from plan/state

var<storage, read_write> permutation: array<u32>;
var<storage, read_write> indicesOut: array<u32>;

fn copySingleton(segment: Segment) {
  if (segment.length == 1u) {
    permutation[segment.begin] = segment.begin;
    indicesOut[segment.begin] = 0u;
  }
}
