// Partition by blocks, last step: writes what later kernels need to know of lists that blocks appended to
// (sort/blocks/kernel.wgsl). One workgroup runs.
//
//   state, args   read: the segments that were appended to each list; written: the header, the grids
//   spans         read: the large segments
//   large         written: the table
//
// import fullTiles, enterLarge from partition/large
// import finishBin, writeGrids from partition/bins
// import Segment from plan/state
// import listBase from partition/appended
// given blockScan, WORKGROUP, BINS, LARGE_BIN, ITEM_COUNT, BIN_COUNTS

var<storage, read_write> state: array<u32>;
var<storage, read_write> spans: array<vec2u>;

var<workgroup> largeSegments: u32;

/** The segments in a list. If offsets fall, more than it has room for may have been appended. */
fn listCount(bin: u32) -> u32 {
  let items = state[ITEM_COUNT];
  return min(state[BIN_COUNTS + bin], listBase(bin + 1u, items) - listBase(bin, items));
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  var tiles = 0u;
  if (LARGE_BIN < BINS) {
    if (local == 0u) {
      largeSegments = listCount(LARGE_BIN);
    }
    let count = workgroupUniformLoad(&largeSegments);
    let base = listBase(LARGE_BIN, state[ITEM_COUNT]);
    for (var first = 0u; first < count; first += WORKGROUP) {
      let entry = first + local;
      let span = spans[base + entry];
      let segment = Segment(span.x, select(0u, span.y, entry < count));
      let scanned = blockScan(local, fullTiles(segment.length));
      if (entry < count) {
        enterLarge(entry, tiles + scanned.before, segment);
      }
      tiles += scanned.total;
    }
  }
  storageBarrier();
  if (local < BINS) {
    finishBin(local, listBase(local, state[ITEM_COUNT]), listCount(local), tiles);
  }
  storageBarrier();
  if (local == 0u) {
    writeGrids();
  }
}

// ---- part rooms
// The lists of the bins in `spans`. A list has room for as many segments of its least length as fit the items.
//
//   LIST_LENGTHS   the least length of each bin; the first bin has no list
//
// given LIST_LENGTHS, BINS

/** Where a bin's list begins, or the last one ends. */
fn listBase(bin: u32, items: u32) -> u32 {
  var base = 0u;
  for (var other = 1u; other < BINS; other++) {
    base += select(0u, items / LIST_LENGTHS[other], other < bin);
  }
  return base;
}

/** The bin of a segment. Short ones may be in the first list. */
fn binOfLength(length: u32) -> u32 {
  var bin = 1u;
  for (var other = 2u; other < BINS; other++) {
    bin += select(0u, 1u, length >= LIST_LENGTHS[other]);
  }
  return bin;
}
