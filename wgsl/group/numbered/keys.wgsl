// Writes the ids of groups, if the caller gives their number: 0, 1, 2 … An invocation writes one word of `packed`. Ids
// of 8 and 16 bits share words, and bytes after the last id are unchanged. Ids of two words take two, low word first.
//
//   packed   read and written
//   groupBounds.y   number of groups
//
// import workgroupIndex from plan/grid
// given WORKGROUP, ID_WORDS, PER_WORD

var<uniform> groupBounds: vec4u;
var<storage, read_write> packed: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let word = workgroupIndex(workgroup, grid) * WORKGROUP + invocation.x;
  let groups = groupBounds.y;
  if (ID_WORDS > 1u) {
    if (word < 2u * groups) {
      packed[word] = select(word / 2u, 0u, word % 2u == 1u);
    }
    return;
  }
  let first = word * PER_WORD;
  if (first >= groups) {
    return;
  }
  var bits = packed[word];
  for (var group = first; group < min(first + PER_WORD, groups); group++) {
    bits = insertBits(bits, group, (group - first) * (32u / PER_WORD), 32u / PER_WORD);
  }
  packed[word] = bits;
}
