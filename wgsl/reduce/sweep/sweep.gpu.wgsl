// The sweep of GPUs: segments by offsets or of one size, without a partition. A workgroup takes a merge tile
// (owned.wgsl). A lane folds one leaf (leaf_tile.gpu.wgsl). So lanes are as busy with many short segments as with a few
// longer ones. Leaves of one segment are then combined pairwise, as in reduce/fold/fold.wgsl. Segments longer than
// SWEEP_MAX_LENGTH are only listed, and the kernels of large segments fold them.
//
//   state, offsets, input     read
//   outputs                   written, by segment id
//   longSpans, state          written: the list of long segments (long_list.gpu.wgsl), and their ids
//
// uses  batchFrom leafOfLane scanLeaves leavesOf (reduce/sweep/leaf_tile.gpu)  workgroupIndex (plan/workgroup_index)
//       firstOwned (reduce/sweep/owned)  Segment (plan/state)  longListLength longest (reduce/sweep/long_list.gpu)
// takes segmentAt (partition/segments/offsets | partition/segments/offsets_or_size | partition/segments/ranges |
//       segmented_scan/segments/listed)  foldLeaf (reduce/fold/ leaf | leaf_vectors)
// given Acc  WORKGROUP  LEAF  SWEEP_MAX_LENGTH  combine  writeResults  MERGE_TILE  SEGMENT_COUNT  identity  FIRST_ID

var<storage, read_write> state: array<u32>;
var<storage, read_write> longSpans: array<atomic<u32>>;

var<workgroup> mergeTileBounds: array<u32, 2>;   // first segment owned, and the first not
var<workgroup> folded: array<Acc, WORKGROUP>;

/**
 * Folds the leaves of a batch of segments and returns the first segment of the next batch. It needs no barrier at its
 * end: the barriers of the next batch or of the next round's scan keep lanes together.
 */
fn foldBatch(roundFirst: u32, segments: u32, begin: u32, local: u32) -> u32 {
  let batch = batchFrom(begin, segments, local);
  let leaf = leafOfLane(batch, begin, local);
  let live = leaf.index < leaf.leaves;
  let segment = segmentAt(roundFirst + leaf.slot);
  if (live) {
    let end = min(leaf.index * LEAF + LEAF, segment.length);
    folded[local] = foldLeaf(segment.begin + leaf.index * LEAF, segment.begin + end, segment.begin);
  }
  for (var step = 1u; step * LEAF < SWEEP_MAX_LENGTH; step <<= 1u) {
    workgroupBarrier();
    // Indices of written leaves are multiples of twice the step. No lane reads such a leaf of another lane.
    if (live && leaf.index % (2u * step) == 0u && leaf.index + step < leaf.leaves) {
      folded[local] = combine(folded[local], folded[local + step]);
    }
  }
  if (live && leaf.index == 0u) {
    writeResults(roundFirst + leaf.slot, segment.length, folded[local]);
  }
  return batch.y;
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let tile = workgroupIndex(workgroup, grid);
  if (local < 2u) {
    mergeTileBounds[local] = firstOwned((tile + local) * MERGE_TILE, state[SEGMENT_COUNT]);
  }
  let owned = workgroupUniformLoad(&mergeTileBounds);
  let last = owned[1];
  for (var first = owned[0]; first < last; first += WORKGROUP) {
    let id = first + local;
    let live = id < last;
    let segment = segmentAt(min(id, last - 1u));
    if (live && segment.length > SWEEP_MAX_LENGTH) {
      listLong(id, segment);
    }
    if (live && segment.length == 0u) {
      writeResults(id, 0u, identity());
    }
    scanLeaves(local, select(0u, leavesOf(segment.length), live));
    let segments = min(WORKGROUP, last - first);
    var next = 0u;
    while (next < segments) {
      next = foldBatch(first, segments, next, local);
    }
  }
}

/** Adds a segment to the list of long segments (long_list.gpu.wgsl). */
fn listLong(id: u32, segment: Segment) {
  let slot = atomicAdd(&longSpans[longListLength()], 1u);
  atomicMax(&longSpans[longest()], segment.length);
  atomicStore(&longSpans[2u * slot], segment.begin);
  atomicStore(&longSpans[2u * slot + 1u], segment.length);
  state[FIRST_ID + slot] = id;
}
