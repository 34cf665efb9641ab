// The leaves of some segments in a row, shared out among the lanes of a workgroup: a lane a leaf, whatever segment it
// is of. A round is as many segments as there are lanes. A batch is so many whole segments of a round that lanes
// suffice. scanLeaves begins a round, and its barriers part it from the one before; batchFrom and leafOfLane then give
// batch after batch. scanLeaves and batchFrom are for uniform control flow only.
//
//   SWEEP_MAX_LENGTH   at most WORKGROUP leaves
//
// takes blockScan (scan/ block.gpu | block.software)
// given WORKGROUP  LEAF  SWEEP_MAX_LENGTH

/** The leaf of a lane. */
struct LaneLeaf {
  slot: u32,     // its segment, by its place in the round
  index: u32,    // its index in the segment; not less than the segment's leaves where the lane has none
  leaves: u32,   // leaves of the segment
}

var<workgroup> leafStarts: array<u32, WORKGROUP>;   // leaves before each segment of the round
var<workgroup> leafCounts: array<u32, WORKGROUP>;
var<workgroup> leafBatch: vec2u;

/** Leaves of a segment: none of one longer than SWEEP_MAX_LENGTH, none of an empty one. */
fn leavesOf(length: u32) -> u32 {
  return select((length + LEAF - 1u) / LEAF, 0u, length > SWEEP_MAX_LENGTH);
}

/** Begins a round: each lane's segment has so many leaves. */
fn scanLeaves(local: u32, leaves: u32) {
  let scan = blockScan(local, leaves);
  leafStarts[local] = scan.before;
  leafCounts[local] = leaves;
  workgroupBarrier();
}

/** The last of the round's segments from `low` on, and before `high`, that begins at leaf `leaf` or before. */
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
 * The batch that begins with segment `begin` of the round's `segments`: the round's leaves before it, and the first
 * segment behind it.
 */
fn batchFrom(begin: u32, segments: u32, local: u32) -> vec2u {
  if (local == 0u) {
    let firstLeaf = leafStarts[begin];
    var next = ownerOf(firstLeaf + WORKGROUP, begin, segments);
    // The owner's own leaves may reach past the batch; of the last segment they may not.
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
