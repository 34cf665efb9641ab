// The sweep of GPUs: segments by offsets or of one size, without a partition. A workgroup takes a merge tile
// (owned.wgsl). A lane folds one leaf (leaf_tile.gpu.wgsl). So lanes are as busy with many short segments as with a few
// longer ones. Leaves of one segment are then combined pairwise, as in reduce/fold/fold.wgsl. A segment longer than
// SWEEP_MAX_LENGTH is cut into tiles of MERGE_TILE items, which are whole subtrees of its tree. The first tile belongs
// to the merge tile where the segment begins. Each later merge tile that has a part of the segment folds one tile.
// join.gpu.wgsl folds the tiles' results.
//
//   state, offsets, input     read
//   outputs                   written, by segment id, only for segments that are not cut
//   partials                  written: two slots a merge tile, for a tile of an earlier segment and for a first tile
//   state                     written: for each merge tile, from FIRST_CUT on, the id + 1 of the segment that begins
//                             in it and is cut, or 0
//   SWEEP_MAX_LENGTH          at least MERGE_TILE, so that these two slots suffice
//   MERGE_TILE                at most WORKGROUP leaves
//   CUTS                      whether segments can be longer than SWEEP_MAX_LENGTH
//
// uses  firstOwned (reduce/sweep/owned)  Segment (plan/state)  batchFrom leafOfLane allLeaves scanLeaves
//       (reduce/sweep/leaf_tile.gpu)  push foldStack (reduce/fold/stack)  workgroupIndex (plan/workgroup_index)
// takes segmentAt (partition/segments/offsets | partition/segments/offsets_or_size | partition/segments/ranges |
//       segmented_scan/segments/listed)  foldLeaf (reduce/fold/ leaf | leaf_vectors)
// given Acc  WORKGROUP  MERGE_TILE  SWEEP_MAX_LENGTH  LEAF  combine  storePartial  writeResults  identity  TREE
//       SEGMENT_COUNT  CUTS  FIRST_CUT

var<storage, read_write> state: array<u32>;

var<workgroup> mergeTileEnds: array<vec4u, 2>;   // the merge tile's first segment and its tile of an earlier one; its
                                                 // end and the segment that may be cut
var<workgroup> unfound: atomic<u32>;             // whether a later merge tile does not find that segment
var<workgroup> cutFound: u32;
var<workgroup> folded: array<Acc, WORKGROUP>;

/** A merge tile's first segment, then its tile of the segment before that: begin, items, the segment's begin. */
fn mergeTileBegin(mergeTile: u32, segments: u32) -> vec4u {
  let first = firstOwned(mergeTile * MERGE_TILE, segments);
  let id = max(first, 1u) - 1u;
  let segment = segmentAt(id);
  let home = (segment.begin + id) / MERGE_TILE;
  let skipped = (mergeTile - min(home, mergeTile)) * MERGE_TILE;
  let continues = first > 0u && segment.length > SWEEP_MAX_LENGTH && home < mergeTile && skipped < segment.length;
  let items = select(0u, min(segment.length - skipped, MERGE_TILE), continues);
  return vec4u(first, segment.begin + skipped, items, segment.begin);
}

/** The first segment after a merge tile, then the begin and the length of its last one, or 0 where that is not cut. */
fn mergeTileEnd(mergeTile: u32, segments: u32) -> vec4u {
  let last = firstOwned((mergeTile + 1u) * MERGE_TILE, segments);
  let id = max(last, 1u) - 1u;
  let segment = segmentAt(id);
  let longer = last > 0u && segment.length > SWEEP_MAX_LENGTH && (segment.begin + id) / MERGE_TILE == mergeTile;
  return vec4u(last, segment.begin, select(0u, segment.length, longer), 0u);
}

/**
 * Whether every later merge tile that has a part of segment `last` − 1 finds it just before the first segment that it
 * owns. If offsets do not fall, this is true. If it is false, the segment is folded whole.
 */
fn isFound(mergeTile: u32, last: u32, length: u32, segments: u32, local: u32) -> bool {
  for (var later = local + 1u; later * MERGE_TILE < length; later += WORKGROUP) {
    if (firstOwned((mergeTile + later) * MERGE_TILE, segments) != last) {
      atomicStore(&unfound, 1u);
    }
  }
  workgroupBarrier();
  if (local == 0u) {
    cutFound = select(1u, 0u, atomicLoad(&unfound) != 0u);
  }
  return workgroupUniformLoad(&cutFound) != 0u;
}

/**
 * Folds leaves of segments, one a lane: the lane's leaf `index` of `leaves`. Then the lane of a segment's first leaf
 * has the result. Segments have at most `most` leaves here.
 */
fn combineLeaves(local: u32, index: u32, leaves: u32, segment: Segment, origin: u32, most: u32) {
  let live = index < leaves;
  if (live) {
    let end = min(index * LEAF + LEAF, segment.length);
    folded[local] = foldLeaf(segment.begin + index * LEAF, segment.begin + end, origin);
  }
  for (var step = 1u; step < most; step <<= 1u) {
    workgroupBarrier();
    // Indices of written leaves are multiples of twice the step. No lane reads such a leaf of another lane.
    if (live && index % (2u * step) == 0u && index + step < leaves) {
      folded[local] = combine(folded[local], folded[local + step]);
    }
  }
}

/** Folds a tile of a segment that is cut. */
fn foldCutTile(tile: Segment, origin: u32, slot: u32, local: u32) {
  combineLeaves(local, local, (tile.length + LEAF - 1u) / LEAF, tile, origin, MERGE_TILE / LEAF);
  if (local == 0u) {
    storePartial(slot, folded[0]);
  }
  workgroupBarrier();
}

/**
 * Folds the leaves of a batch of segments and returns the first segment of the next batch. It needs no barrier at its
 * end: the barriers of the next batch or of the next round's scan keep lanes together.
 */
fn foldBatch(roundFirst: u32, segments: u32, begin: u32, local: u32) -> u32 {
  let batch = batchFrom(roundFirst, begin, segments, local);
  let leaf = leafOfLane(batch, begin, local);
  let segment = segmentAt(roundFirst + leaf.slot);
  if (batch.rounds == 1u) {
    combineLeaves(local, leaf.index, leaf.leaves, segment, segment.begin, batch.most);
    if (leaf.index == 0u && leaf.leaves > 0u) {
      writeResults(roundFirst + leaf.slot, segment.length, folded[local]);
    }
    return batch.next;
  }
  // Only where offsets fall: the batch is one segment with more leaves than lanes.
  var inOrder = identity();
  for (var round = 0u; round < batch.rounds; round++) {
    let index = round * WORKGROUP + local;
    combineLeaves(local, index, allLeaves(segment.length), segment, segment.begin, WORKGROUP);
    if (local == 0u) {
      if (TREE) {
        push(round, folded[0]);
      } else if (round == 0u) {
        inOrder = folded[0];
      } else {
        inOrder = combine(inOrder, folded[0]);
      }
    }
    workgroupBarrier();
  }
  if (local == 0u) {
    if (TREE) {
      inOrder = foldStack(batch.rounds);
    }
    writeResults(roundFirst + begin, segment.length, inOrder);
  }
  return batch.next;
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let mergeTile = workgroupIndex(workgroup, grid);
  let segments = state[SEGMENT_COUNT];
  if (local == 0u) {
    mergeTileEnds[0] = mergeTileBegin(mergeTile, segments);
  } else if (local == 1u) {
    mergeTileEnds[1] = mergeTileEnd(mergeTile, segments);
  }
  let ends = workgroupUniformLoad(&mergeTileEnds);
  let begin = ends[0];
  let last = ends[1].x;
  if (CUTS && begin.z > 0u) {
    foldCutTile(Segment(begin.y, begin.z), begin.w, 2u * mergeTile, local);
  }
  var cut = 0u;
  if (CUTS && last > begin.x && ends[1].z > 0u) {
    if (isFound(mergeTile, last, ends[1].z, segments, local)) {
      foldCutTile(Segment(ends[1].y, MERGE_TILE), ends[1].y, 2u * mergeTile + 1u, local);
      cut = last;
    }
  }
  if (CUTS && local == 0u && FIRST_CUT + mergeTile < arrayLength(&state)) {
    state[FIRST_CUT + mergeTile] = cut;
  }
  for (var first = begin.x; first < last; first += WORKGROUP) {
    let id = first + local;
    let live = id < last && id + 1u != cut;
    let segment = segmentAt(min(id, last - 1u));
    if (live && segment.length == 0u) {
      writeResults(id, 0u, identity());
    }
    scanLeaves(local, select(0u, min(allLeaves(segment.length), WORKGROUP + 1u), live));
    let ofRound = min(WORKGROUP, last - first);
    var next = 0u;
    while (next < ofRound) {
      next = foldBatch(first, ofRound, next, local);
    }
  }
}
