// Segments by offsets, without a partition: a workgroup owns a stretch (owned.wgsl). A lane takes a leaf, whatever segment
// it is of, so that lanes are as busy with many short segments as with a few longer ones; leaves of one segment are then
// combined pairwise, as in reduce/fold/fold.wgsl. The family for real GPUs. Segments longer than FLAT_MOST are only listed, for the
// kernels of large segments.
//
//   state, offsets, input     read
//   outputs                   written
//   longSpans, state          written: the list of long segments (long_list.gpu.wgsl), and their ids
//   FLAT_MOST                 at most WORKGROUP leaves
//
// uses  workgroupIndex (plan/workgroup_index)  firstOwned (reduce/sweep/owned)  Segment (plan/state)  longListLength
//       longest (reduce/sweep/long_list.gpu)
// takes segmentAt (partition/segments/ offsets | offsets_or_size | ranges)  foldLeaf (reduce/fold/ leaf | leaf_vectors)
//       blockScan (scan/ block.gpu | block.software)
// given WORKGROUP  Acc  LEAF  FLAT_MOST  combine  writeResults  FLAT_TILE  SEGMENT_COUNT  identity  FIRST_ID

var<storage, read_write> state: array<u32>;
var<storage, read_write> longSpans: array<atomic<u32>>;

var<workgroup> stretch: array<u32, 2>;                // first segment owned, and the first not
var<workgroup> leafStarts: array<u32, WORKGROUP>;     // leaves before each segment of the round
var<workgroup> leafCounts: array<u32, WORKGROUP>;
var<workgroup> batch: vec2u;                          // segments of the round before the batch, and before the next one
var<workgroup> folded: array<Acc, WORKGROUP>;

/** Leaves of a segment: none of one that is listed, none of an empty one. */
fn leavesOf(length: u32) -> u32 {
  return select((length + LEAF - 1u) / LEAF, 0u, length > FLAT_MOST);
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
 * Folds the leaves of as many whole segments as there are lanes for; gives the first segment of the next batch. No barrier at
 * its end: the next batch's first and the next round's scan keep lanes together.
 */
fn foldBatch(roundFirst: u32, segments: u32, begin: u32, local: u32) -> u32 {
  if (local == 0u) {
    let firstLeaf = leafStarts[begin];
    var next = ownerOf(firstLeaf + WORKGROUP, begin, segments);
    // The owner's own leaves may reach past the batch; of the last segment they may not.
    if (leafStarts[next] + leafCounts[next] <= firstLeaf + WORKGROUP) {
      next++;
    }
    batch = vec2u(firstLeaf, next);
  }
  let range = workgroupUniformLoad(&batch);
  let leaf = range.x + local;
  let slot = ownerOf(leaf, begin, range.y);
  let place = leaf - leafStarts[slot];
  let leaves = leafCounts[slot];
  let live = place < leaves;
  let segment = segmentAt(roundFirst + slot);
  if (live) {
    let end = min(place * LEAF + LEAF, segment.length);
    folded[local] = foldLeaf(segment.begin + place * LEAF, segment.begin + end, segment.begin);
  }
  for (var step = 1u; step * LEAF < FLAT_MOST; step <<= 1u) {
    workgroupBarrier();
    // What is read is a multiple of twice the step away from what is written.
    if (live && place % (2u * step) == 0u && place + step < leaves) {
      folded[local] = combine(folded[local], folded[local + step]);
    }
  }
  if (live && place == 0u) {
    writeResults(roundFirst + slot, segment.length, folded[local]);
  }
  return range.y;
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let tile = workgroupIndex(workgroup, grid);
  if (local < 2u) {
    stretch[local] = firstOwned((tile + local) * FLAT_TILE, state[SEGMENT_COUNT]);
  }
  let owned = workgroupUniformLoad(&stretch);
  let last = owned[1];
  for (var first = owned[0]; first < last; first += WORKGROUP) {
    let id = first + local;
    let live = id < last;
    let segment = segmentAt(min(id, last - 1u));
    if (live && segment.length > FLAT_MOST) {
      listLong(id, segment);
    }
    if (live && segment.length == 0u) {
      writeResults(id, 0u, identity());
    }
    let leaves = select(0u, leavesOf(segment.length), live);
    let scan = blockScan(local, leaves);
    leafStarts[local] = scan.before;
    leafCounts[local] = leaves;
    workgroupBarrier();
    let segments = min(WORKGROUP, last - first);
    var next = 0u;
    while (next < segments) {
      next = foldBatch(first, segments, next, local);
    }
  }
}

/** Adds a segment to the list of the long ones (list.wgsl). */
fn listLong(id: u32, segment: Segment) {
  let slot = atomicAdd(&longSpans[longListLength()], 1u);
  atomicMax(&longSpans[longest()], segment.length);
  atomicStore(&longSpans[2u * slot], segment.begin);
  atomicStore(&longSpans[2u * slot + 1u], segment.length);
  state[FIRST_ID + slot] = id;
}
