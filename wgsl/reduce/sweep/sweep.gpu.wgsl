// The sweep of GPUs: segments by offsets or of one size, without a partition. A workgroup takes a merge tile
// (owned.wgsl). A lane folds one leaf (`leaves`). So lanes are as busy with many short segments as with a few
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
// import firstOwned from reduce/sweep/owned
// import Segment from plan/state
// import push, foldStack from reduce/fold/stack
// import workgroupIndex from plan/grid
// import foldLeaf from reduce/fold/leaf
// given segmentAt, Acc, WORKGROUP, MERGE_TILE, SWEEP_MAX_LENGTH, CUTS, storePartial, writeResults, combine, identity
// given LEAF, TREE, SEGMENT_COUNT, FIRST_CUT

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

/** What a merge tile folds: a tile of an earlier segment, and its own segments, of a cut one the first tile. */
struct MergeTile {
  slot: u32,         // its first slot in `partials`
  firstId: u32,      // the first segment that it owns
  endId: u32,        // the first segment that it does not own
  earlier: Segment,  // its tile of segment `firstId` - 1
  origin: u32,       // where that segment begins
  cut: u32,          // the id + 1 of the segment that is cut, or 0
}

/** Finds what a merge tile folds. It is the same in all lanes. */
fn mergeTileOf(mergeTile: u32, segments: u32, local: u32) -> MergeTile {
  if (local == 0u) {
    mergeTileEnds[0] = mergeTileBegin(mergeTile, segments);
  } else if (local == 1u) {
    mergeTileEnds[1] = mergeTileEnd(mergeTile, segments);
  }
  let ends = workgroupUniformLoad(&mergeTileEnds);
  let begin = ends[0];
  let last = ends[1].x;
  var cut = 0u;
  if (CUTS && last > begin.x && ends[1].z > 0u) {
    if (isFound(mergeTile, last, ends[1].z, segments, local)) {
      cut = last;
    }
  }
  return MergeTile(2u * mergeTile, begin.x, last, Segment(begin.y, begin.z), begin.w, cut);
}

/** The items that a merge tile folds of a segment. */
fn rangeOf(id: u32, tile: MergeTile) -> Segment {
  if (CUTS && id < tile.firstId) {
    return tile.earlier;
  }
  let segment = segmentAt(id);
  return Segment(segment.begin, select(segment.length, MERGE_TILE, id + 1u == tile.cut));
}

/** Stores what a range folds to: a segment's result, or the result of a tile. */
fn storeFolded(id: u32, length: u32, value: Acc, tile: MergeTile) {
  if (CUTS && id < tile.firstId) {
    storePartial(tile.slot, value);
  } else if (CUTS && id + 1u == tile.cut) {
    storePartial(tile.slot + 1u, value);
  } else {
    writeResults(id, length, value);
  }
}

/**
 * Combines the leaves of each range pairwise: the lane's leaf is `index` of `leaves`. Then the lane of a range's first
 * leaf has the result. Ranges have at most `maxLeaves` leaves here.
 */
fn combineLeaves(local: u32, index: u32, leaves: u32, maxLeaves: u32) {
  for (var step = 1u; step < maxLeaves; step <<= 1u) {
    workgroupBarrier();
    // Indices of written leaves are multiples of twice the step. No lane reads such a leaf of another lane.
    if (index % (2u * step) == 0u && index + step < leaves) {
      folded[local] = combine(folded[local], folded[local + step]);
    }
  }
}

/**
 * Folds the leaves of one batch of a round after another. It needs no barrier at its end: the barriers of the next
 * batch or of the next round's scan keep lanes together.
 */
fn foldRound(roundFirst: u32, ranges: u32, tile: MergeTile, local: u32) {
  var next = 0u;
  var chunk = 0u;
  var inOrder = identity();
  while (next < ranges) {
    let batch = batchFrom(roundFirst, next, ranges, local);
    let leaf = leafOfLane(batch, next, local);
    let id = roundFirst + leaf.slot;
    let range = rangeOf(id, tile);
    let index = chunk * WORKGROUP + leaf.index;
    let leaves = select(leaf.leaves, allLeaves(range.length), batch.chunks > 1u);
    if (index < leaves) {
      let end = min(index * LEAF + LEAF, range.length);
      let origin = select(range.begin, tile.origin, CUTS && id < tile.firstId);
      folded[local] = foldLeaf(range.begin + index * LEAF, range.begin + end, origin);
    }
    combineLeaves(local, index, leaves, batch.maxLeaves);
    let isFirst = leaf.index == 0u && leaf.leaves > 0u;
    chunk++;
    if (batch.chunks > 1u) {
      // Only where offsets fall: the batch is a part of one segment that has more leaves than the workgroup has lanes.
      if (isFirst) {
        if (TREE) {
          push(chunk - 1u, folded[local]);
        } else if (chunk == 1u) {
          inOrder = folded[local];
        } else {
          inOrder = combine(inOrder, folded[local]);
        }
      }
      if (chunk < batch.chunks) {
        continue;
      }
      if (isFirst) {
        if (TREE) {
          folded[local] = foldStack(chunk);
        } else {
          folded[local] = inOrder;
        }
      }
    }
    // Until here the result stays in workgroup memory: accumulators of many words would take a lane's registers.
    if (isFirst) {
      storeFolded(id, range.length, folded[local], tile);
    }
    next = batch.next;
    chunk = 0u;
  }
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let mergeTile = workgroupIndex(workgroup, grid);
  let tile = mergeTileOf(mergeTile, state[SEGMENT_COUNT], local);
  if (CUTS && local == 0u && FIRST_CUT + mergeTile < arrayLength(&state)) {
    state[FIRST_CUT + mergeTile] = tile.cut;
  }
  let start = tile.firstId - select(0u, 1u, CUTS && tile.earlier.length > 0u);
  for (var first = start; first < tile.endId; first += WORKGROUP) {
    let id = first + local;
    let live = id < tile.endId;
    let length = rangeOf(min(id, tile.endId - 1u), tile).length;
    if (live && length == 0u) {
      writeResults(id, 0u, identity());
    }
    scanLeaves(local, select(0u, min(allLeaves(length), WORKGROUP + 1u), live));
    foldRound(first, min(WORKGROUP, tile.endId - first), tile, local);
  }
}

// ---- part leaves
// Assigns the leaves of consecutive segments to the lanes of a workgroup, one leaf a lane, whatever its segment. A
// round is at most as many segments as there are lanes. A batch is the whole segments of a round whose leaves fit the
// lanes, or one segment with more leaves. scanLeaves begins a round, and its barriers separate it from the round
// before. Then batchFrom and leafOfLane give one batch after another. scanLeaves and batchFrom are only for uniform
// control flow.
//
// given blockScan, segmentAt, WORKGROUP, LEAF

/** The leaf of a lane. */
struct LaneLeaf {
  slot: u32,     // index of its segment in the round
  index: u32,    // index of the leaf in the segment; at least `leaves` if the lane has no leaf
  leaves: u32,   // leaves of the segment
}

/** Segments whose leaves are folded together. */
struct Batch {
  firstLeaf: u32,   // the round's leaves before the batch
  next: u32,        // the first segment after the batch
  chunks: u32,       // more than 1 if the batch is one segment with more leaves than lanes
  maxLeaves: u32,        // no segment of the batch has more leaves
}

/** Most segments are short. So the number of steps that combine leaves is one of two. */
const SHORT_LEAVES = min(32u, WORKGROUP);

var<workgroup> leafStarts: array<u32, WORKGROUP>;   // leaves before each segment of the round
var<workgroup> leafCounts: array<u32, WORKGROUP>;
var<workgroup> longerLeaves: atomic<u32>;           // whether a segment so far has more than SHORT_LEAVES
var<workgroup> leafBatch: Batch;

fn allLeaves(length: u32) -> u32 {
  return (length + LEAF - 1u) / LEAF;
}

/** Begins a round. `leaves` is the number of leaves of the lane's segment, at most WORKGROUP + 1 for "more". */
fn scanLeaves(local: u32, leaves: u32) {
  if (leaves > SHORT_LEAVES) {
    atomicStore(&longerLeaves, 1u);
  }
  let scan = blockScan(local, leaves);
  leafStarts[local] = scan.before;
  leafCounts[local] = leaves;
  workgroupBarrier();
}

/** The last of the round's segments low … high − 1 whose first leaf is at most `leaf`. */
fn ownerOf(leaf: u32, low: u32, high: u32) -> u32 {
  var first = low;
  var end = high;
  while (end - first > 1u) {
    let middle = (first + end) / 2u;
    if (leafStarts[middle] <= leaf) {
      first = middle;
    } else {
      end = middle;
    }
  }
  return first;
}

/** The batch that begins with segment `begin` of the round's `segments`. */
fn batchFrom(roundFirst: u32, begin: u32, segments: u32, local: u32) -> Batch {
  if (local == 0u) {
    let firstLeaf = leafStarts[begin];
    var next = ownerOf(firstLeaf + WORKGROUP, begin, segments);
    var chunks = 1u;
    // Segment `next` begins in the batch or just after it. It belongs to the batch only if all its leaves fit.
    if (leafStarts[next] + leafCounts[next] <= firstLeaf + WORKGROUP) {
      next++;
    } else if (next == begin) {
      next++;
      chunks = (allLeaves(segmentAt(roundFirst + begin).length) + WORKGROUP - 1u) / WORKGROUP;
    }
    leafBatch = Batch(firstLeaf, next, chunks, select(SHORT_LEAVES, WORKGROUP, atomicLoad(&longerLeaves) != 0u));
  }
  return workgroupUniformLoad(&leafBatch);
}

/** The leaf of a lane in the batch that begins with segment `begin`. */
fn leafOfLane(batch: Batch, begin: u32, local: u32) -> LaneLeaf {
  let leaf = batch.firstLeaf + local;
  let slot = ownerOf(leaf, begin, batch.next);
  return LaneLeaf(slot, leaf - leafStarts[slot], leafCounts[slot]);
}
