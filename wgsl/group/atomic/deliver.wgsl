// A reduce by key without a sort, last of three kernels: writes the totals as items of ITEM_BITS bits. An invocation
// writes one whole word, so that no two invocations write the same word.
//
//   totals[group]   read
//   packed          read and written: PER_WORD items per word, lowest bits first; bits after the last are unchanged
//   groupBounds.y   number of groups
//
// import workgroupIndex from plan/grid
// given WORKGROUP, PER_WORD, FLIPS, ITEM_BITS

var<uniform> groupBounds: vec4u;
var<storage, read_write> totals: array<atomic<u32>>;
var<storage, read_write> packed: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let word = workgroupIndex(workgroup, grid) * WORKGROUP + invocation.x;
  let first = word * PER_WORD;
  let groups = groupBounds.y;
  if (first >= groups) {
    return;
  }
  var bits = packed[word];
  for (var group = first; group < min(first + PER_WORD, groups); group++) {
    bits = insertBits(bits, atomicLoad(&totals[group]) ^ FLIPS, (group - first) * ITEM_BITS, ITEM_BITS);
  }
  packed[word] = bits;
}
