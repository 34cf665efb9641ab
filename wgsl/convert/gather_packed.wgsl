// Moves 1- and 2-byte values once, after their indices were sorted. A lane owns a whole output word (see narrow.wgsl).
//
//   words            read: where each item's value comes from, NONE outside every segment
//   gatherFrom, gatherTo   PER_WORD values a word, lowest bits first

const NONE = 0xFFFFFFFFu;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let word = workgroupIndex(workgroup, grid) * WORKGROUP + local;
  let items = state[ITEM_COUNT];
  if (word * PER_WORD >= items) {
    return;
  }
  let before = gatherTo[word];
  var after = before;
  for (var k = 0u; k < PER_WORD; k++) {
    let i = word * PER_WORD + k;
    let source = words[i];
    if (i < items && source != NONE) {
      let bits = (gatherFrom[source / PER_WORD] >> (source % PER_WORD * ITEM_BITS)) & ITEM_MASK;
      after = (after & ~(ITEM_MASK << (k * ITEM_BITS))) | (bits << (k * ITEM_BITS));
    }
  }
  if (after != before) {
    gatherTo[word] = after;
  }
}
