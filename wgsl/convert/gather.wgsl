// Moves wide values once, after their indices were sorted. A lane an item.
//
//   words            read: where each item's value comes from, NONE outside every segment
//   gatherFrom, gatherTo   values of VALUE_WORDS words

const NONE = 0xFFFFFFFFu;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let i = workgroupIndex(workgroup, grid) * WORKGROUP + local;
  if (i >= state[ITEM_COUNT]) {
    return;
  }
  let source = words[i];
  if (source != NONE) {
    for (var k = 0u; k < VALUE_WORDS; k++) {
      gatherTo[i * VALUE_WORDS + k] = gatherFrom[source * VALUE_WORDS + k];
    }
  }
}
