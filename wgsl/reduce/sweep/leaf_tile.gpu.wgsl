// Assigns the leaves of consecutive segments to the lanes of a workgroup, one leaf a lane, whatever its segment. A
// round is at most as many segments as there are lanes. A batch is the whole segments of a round whose leaves fit the
// lanes. scanLeaves begins a round, and its barriers separate it from the round before. Then batchFrom and leafOfLane
// give one batch after another. scanLeaves and batchFrom are only for uniform control flow.
//
//   SWEEP_MAX_LENGTH   at most WORKGROUP leaves
//
// takes blockScan (scan/ block.gpu | block.software)
// given WORKGROUP  LEAF  SWEEP_MAX_LENGTH

/** The leaf of a lane. */
struct LaneLeaf {
  slot: u32,     // index of its segment in the round
  index: u32,    // index of the leaf in the segment; at least `leaves` if the lane has no leaf
  leaves: u32,   // leaves of the segment
}

var<workgroup> leafStarts: array<u32, WORKGROUP>;   // leaves before each segment of the round
var<workgroup> leafCounts: array<u32, WORKGROUP>;
var<workgroup> leafBatch: vec2u;

/** Leaves of a segment. An empty segment has none, and a segment longer than SWEEP_MAX_LENGTH counts as none. */
fn leavesOf(length: u32) -> u32 {
  return select((length + LEAF - 1u) / LEAF, 0u, length > SWEEP_MAX_LENGTH);
}

/** Begins a round. `leaves` is the number of leaves of the lane's segment. */
fn scanLeaves(local: u32, leaves: u32) {
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

/**
 * The batch that begins with segment `begin` of the round's `segments`. x: the round's leaves before the batch. y: the
 * first segment after the batch.
 */
fn batchFrom(begin: u32, segments: u32, local: u32) -> vec2u {
  if (local == 0u) {
    let firstLeaf = leafStarts[begin];
    var next = ownerOf(firstLeaf + WORKGROUP, begin, segments);
    // Segment `next` begins in the batch or just after it. It belongs to the batch only if all its leaves fit.
    if (leafStarts[next] + leafCounts[next] <= firstLeaf + WORKGROUP) {
      next++;
    }
    leafBatch = vec2u(firstLeaf, next);
  }
  return workgroupUniformLoad(&leafBatch);
}

/** The leaf of a lane in the batch that begins with segment `begin`. */
fn leafOfLane(batch: vec2u, begin: u32, local: u32) -> LaneLeaf {
  let leaf = batch.x + local;
  let slot = ownerOf(leaf, begin, batch.y);
  return LaneLeaf(slot, leaf - leafStarts[slot], leafCounts[slot]);
}
