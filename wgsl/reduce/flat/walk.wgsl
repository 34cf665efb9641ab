// Segments by offsets, without a partition: an invocation owns a stretch of FLAT_TILE items and segments together, so that
// a million empty segments are shared out as evenly as a million items. The segments that begin in the stretch are its own,
// to their ends; it walks them leaf by leaf (fold.wgsl), which keeps the lanes of a subgroup in step whatever the lengths.
// Segments longer than FLAT_MOST are only listed, for the kernels of large segments.
//
//   state, offsets, input     read
//   outputs                   written
//   longSpans, state          written: the list of long segments (list.wgsl), and their ids
//   TREE                      whether results depend on how terms are bracketed; else they are combined as they come
//
// The search is the merge path of Merrill and Garland (2016), cut by whole segments.

/** The first segment that belongs to the stretch from `diagonal` on: items and segments before it are at least as many. */
fn firstOwned(diagonal: u32, segments: u32) -> u32 {
  var low = 0u;
  var high = segments;
  while (low < high) {
    let middle = (low + high) / 2u;
    if (segmentAt(middle).begin + middle < diagonal) {
      low = middle + 1u;
    } else {
      high = middle;
    }
  }
  return low;
}

/** Adds a segment to the list of the long ones, once. */
fn list(id: u32, segment: Segment) {
  let slot = atomicAdd(&longSpans[listLength()], 1u);
  // Offsets that fall may give a segment two owners.
  if (slot < state[SEGMENT_COUNT]) {
    atomicStore(&longSpans[2u * slot], segment.begin);
    atomicStore(&longSpans[2u * slot + 1u], segment.length);
    state[FIRST_ID + slot] = id;
  }
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let tile = workgroupIndex(workgroup, grid) * WORKGROUP + local;
  let segments = state[SEGMENT_COUNT];
  if (tile * FLAT_TILE > state[ITEM_COUNT] + segments) {
    return;
  }
  let last = firstOwned((tile + 1u) * FLAT_TILE, segments);
  var id = firstOwned(tile * FLAT_TILE, segments);
  if (id >= last) {
    return;
  }
  var segment = segmentAt(id);
  var at = 0u;
  var value = identity();
  var stack: array<Acc, STACK>;
  // Offsets that ascend need no more steps; others must not keep a lane for long.
  for (var step = 0u; step < FLAT_TILE + FLAT_MOST + 1u && id < last; step++) {
    let begin = segment.begin;
    let length = segment.length;
    let long = length > FLAT_MOST;
    if (at < length && !long) {
      let end = min(at + LEAF, length);
      let leaf = foldLeaf(begin + at, begin + end, begin);
      if (TREE && length > LEAF) {
        push(&stack, at / LEAF, leaf);
      } else if (at == 0u) {
        value = leaf;
      } else {
        value = combine(value, leaf);
      }
      at = end;
    }
    if (at == length || long) {
      if (long) {
        list(id, segment);
      } else {
        if (length == 0u) {
          value = identity();
        }
        if (TREE && length > LEAF) {
          value = foldStack(&stack, (length - 1u) / LEAF + 1u);
        }
        writeResults(id, length, value);
      }
      id++;
      if (id < last) {
        segment = segmentAt(id);
      }
      at = 0u;
    }
  }
}
