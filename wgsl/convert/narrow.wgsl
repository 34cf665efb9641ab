// Sorted words back to 8- and 16-bit keys. A lane owns a whole output word, so that neighbours in one word are never torn,
// also where a segment begins or ends inside it; keys outside every segment (words still NONE) stay as they are.
//
//   words    read: one key a word
//   packed   read and written: PER_WORD keys a word, lowest bits first
// gather_packed.wgsl owns words in the same way.

const NONE = 0xFFFFFFFFu;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let word = workgroupIndex(workgroup, grid) * WORKGROUP + local;
  let items = state[ITEM_COUNT];
  if (word * PER_WORD >= items) {
    return;
  }
  let before = packed[word];
  var after = before;
  for (var k = 0u; k < PER_WORD; k++) {
    let i = word * PER_WORD + k;
    let bits = words[i];
    if (i < items && bits != NONE) {
      after = (after & ~(ITEM_MASK << (k * ITEM_BITS))) | (bits << (k * ITEM_BITS));
    }
  }
  if (after != before) {
    packed[word] = after;
  }
}
