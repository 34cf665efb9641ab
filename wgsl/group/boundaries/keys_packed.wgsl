// Writes the ids of groups, if they are packed: the id of a group is that of its first row. An invocation writes one
// whole word, so that no two invocations write the same word. Bytes after the last id are unchanged.
//
//   offsetsOut, rowsOut, countOut   read
//   packed                          read and written: PER_WORD ids per word, lowest bits first
//   groupBounds.x                   largest number of groups that are written
//
// import workgroupIndex from plan/grid
// import bitsAt from operators/element
// given WORKGROUP, PER_WORD, ELEMENT_BITS

var<uniform> groupBounds: vec4u;
var<storage, read_write> packed: array<u32>;
var<storage, read_write> offsetsOut: array<u32>;
var<storage, read_write> rowsOut: array<u32>;
var<storage, read_write> countOut: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let word = workgroupIndex(workgroup, grid) * WORKGROUP + invocation.x;
  let groups = min(countOut[0], groupBounds.x);
  let first = word * PER_WORD;
  if (first >= groups) {
    return;
  }
  var bits = packed[word];
  for (var group = first; group < min(first + PER_WORD, groups); group++) {
    let shift = (group - first) * ELEMENT_BITS;
    bits = insertBits(bits, bitsAt(rowsOut[offsetsOut[group]]), shift, ELEMENT_BITS);
  }
  packed[word] = bits;
}
