// 8- and 16-bit keys, as they lie in memory, to a word each. A lane a packed word.
//
//   packed   read: PER_WORD keys a word, lowest bits first
//   words    written: one key a word, upper bits clear

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let word = workgroupIndex(workgroup, grid) * WORKGROUP + local;
  if (word * PER_WORD >= state[ITEM_COUNT]) {
    return;
  }
  let bits = packed[word];
  for (var k = 0u; k < PER_WORD; k++) {
    words[word * PER_WORD + k] = (bits >> (k * ITEM_BITS)) & ITEM_MASK;
  }
}
