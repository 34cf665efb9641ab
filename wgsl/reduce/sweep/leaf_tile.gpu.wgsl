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
  parts: u32,       // more than 1 if the batch is one segment with more leaves than lanes
  most: u32,        // no segment of the batch has more leaves
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
    var parts = 1u;
    // Segment `next` begins in the batch or just after it. It belongs to the batch only if all its leaves fit.
    if (leafStarts[next] + leafCounts[next] <= firstLeaf + WORKGROUP) {
      next++;
    } else if (next == begin) {
      next++;
      parts = (allLeaves(segmentAt(roundFirst + begin).length) + WORKGROUP - 1u) / WORKGROUP;
    }
    leafBatch = Batch(firstLeaf, next, parts, select(SHORT_LEAVES, WORKGROUP, atomicLoad(&longerLeaves) != 0u));
  }
  return workgroupUniformLoad(&leafBatch);
}

/** The leaf of a lane in the batch that begins with segment `begin`. */
fn leafOfLane(batch: Batch, begin: u32, local: u32) -> LaneLeaf {
  let leaf = batch.firstLeaf + local;
  let slot = ownerOf(leaf, begin, batch.next);
  return LaneLeaf(slot, leaf - leafStarts[slot], leafCounts[slot]);
}
