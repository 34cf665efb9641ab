// Segments by offsets, without a partition: an invocation owns a stretch (owned.wgsl) and walks its segments leaf by leaf
// (fold.wgsl), which keeps the lanes of a subgroup in step whatever the lengths. The family for software adapters.
// Segments longer than FLAT_MOST are only listed, for the kernels of large segments.
//
//   state, offsets, input     read
//   outputs                   written
//   longSpans, state          written: the list of long segments (list.wgsl), and their ids
//   TREE                      whether results depend on how terms are bracketed; else they are combined as they come

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
  while (id < last) {
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
        listLong(id, segment);
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
