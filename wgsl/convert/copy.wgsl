// Copies the words of all items' values, so that a gather may write where they came from. A lane an item's words, or a
// word's items.

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let i = workgroupIndex(workgroup, grid) * WORKGROUP + local;
  if (i * PER_WORD >= state[ITEM_COUNT]) {
    return;
  }
  for (var k = 0u; k < VALUE_WORDS; k++) {
    gatherTo[i * VALUE_WORDS + k] = gatherFrom[i * VALUE_WORDS + k];
  }
}
