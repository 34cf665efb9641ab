// The sweep of software adapters: segments by offsets or of one size, without a partition. An invocation takes a merge
// tile (owned.wgsl) and folds its segments step by step (steps.software.wgsl). Steps keep
// the lanes of a subgroup together, whatever the lengths. A long segment is cut (`cut`) into tiles of
// MERGE_TILE items, which are whole subtrees of its tree. The first tile belongs to the merge tile where the segment
// begins. Each later merge tile that has a part of the segment folds one tile, before the segments that it owns.
// join.software.wgsl folds the tiles' results.
//
//   state, offsets, input     read
//   outputs                   written, by segment id, only for segments that are not cut
//   partials                  written: two slots a merge tile, for a tile of an earlier segment and for a first tile
//   SWEEP_MAX_LENGTH          at least MERGE_TILE, so that these two slots suffice
//   TREE                      whether results depend on how terms are bracketed
//
// import workgroupIndex from plan/grid
// import firstOwned from reduce/sweep/owned
// import push, foldStack from reduce/fold/stack
// import foldTile, stepEnd, foldStep from reduce/sweep/steps.software
// given segmentAt, WORKGROUP, SEGMENT_COUNT, MERGE_TILE, ITEM_COUNT, SWEEP_MAX_LENGTH, storePartial, identity, TREE
// given LEAF, combine, writeResults

var<storage, read_write> state: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let mergeTile = workgroupIndex(workgroup, grid) * WORKGROUP + local;
  let segments = state[SEGMENT_COUNT];
  // No lane returns before the loop: lavapipe of Mesa 26.1 with four lanes lost lanes of those that stay.
  let isPast = segments == 0u || mergeTile * MERGE_TILE > state[ITEM_COUNT] + segments;
  let last = select(firstOwned((mergeTile + 1u) * MERGE_TILE, segments), 0u, isPast);
  let first = select(firstOwned(mergeTile * MERGE_TILE, segments), 0u, isPast);
  var cut = segments;
  if (last > first && isCut(last - 1u, segmentAt(last - 1u), mergeTile, segments)) {
    cut = last - 1u;
  }
  // The segment before the first owned one may continue in this merge tile.
  var id = max(first, 1u) - 1u;
  var segment = segmentAt(id);
  var skipped = (mergeTile - (segment.begin + id) / MERGE_TILE) * MERGE_TILE;
  if (id < first && (segment.length <= SWEEP_MAX_LENGTH || skipped >= segment.length)) {
    id = first;
    segment = segmentAt(min(id, segments - 1u));
  }
  // If a long segment continues through all merge tiles of the workgroup, all lanes fold its tiles together here.
  let passed = mergeTile - local - (segment.begin + id) / MERGE_TILE;
  if (id < first && (passed + WORKGROUP) * MERGE_TILE <= segment.length) {
    storePartial(2u * mergeTile, foldTile(segment.begin + skipped, segment.begin));
    id = first;
    segment = segmentAt(min(id, segments - 1u));
  }
  if (id == first) {
    skipped = 0u;
  }
  var at = 0u;
  var value = identity();
  while (id < last) {
    let tiled = id == cut || id < first;
    let begin = segment.begin + skipped;
    let length = select(segment.length, min(segment.length - skipped, MERGE_TILE), tiled);
    if (at < length) {
      let end = min(stepEnd(begin + at) - begin, length);
      let terms = foldStep(begin + at, begin + end, segment.begin);
      // Only assignments are in branches: lavapipe of Mesa 26.1 with eight lanes lost lanes of sums after a combination
      // in one. With a tree, a segment of more than one step goes by its stack.
      let next = combine(value, terms);
      if (TREE && length > LEAF) {
        push(at / LEAF, terms);
      }
      value = terms;
      if (!TREE && at > 0u) {
        value = next;
      }
      at = end;
    }
    if (at == length) {
      if (length == 0u) {
        value = identity();
      }
      if (TREE && length > LEAF) {
        value = foldStack((length - 1u) / LEAF + 1u);
      }
      if (tiled) {
        storePartial(2u * mergeTile + select(0u, 1u, skipped == 0u), value);
      } else {
        writeResults(id, length, value);
      }
      id++;
      if (id < last) {
        segment = segmentAt(id);
      }
      at = 0u;
      skipped = 0u;
    }
  }
}

// ---- part cut
// Whether the sweep cuts a segment into tiles. The join asks too.
//
// import Segment from plan/state
// import firstOwned from reduce/sweep/owned
// given SWEEP_MAX_LENGTH, MERGE_TILE

/**
 * A segment is cut if it is longer than SWEEP_MAX_LENGTH and is the last one that begins in its merge tile. In
 * addition, every later merge tile that has a part of it must find it just before the first segment that the merge tile
 * owns. If offsets do not fall, this is true of all longer segments. If offsets fall, some are not found, and one
 * invocation folds each of these whole.
 */
fn isCut(id: u32, segment: Segment, mergeTile: u32, segments: u32) -> bool {
  var cut = segment.length > SWEEP_MAX_LENGTH && (segment.begin + id) / MERGE_TILE == mergeTile;
  var next = mergeTile * MERGE_TILE;
  for (var skipped = MERGE_TILE; cut && skipped < segment.length; skipped += MERGE_TILE) {
    next += MERGE_TILE;
    cut = firstOwned(next, segments) == id + 1u;
  }
  return cut;
}
