// Quantiles of large segments, last step: all digits of the sought keys are known. An invocation takes a sought key.
//
//   searches   read
//   found      written: per segment, quantile and position a sort key
//
// uses  workgroupIndex (plan/workgroup_index)  searchAt (select/radix/records)  foundIndex (select/quantile/found)
//       listedId (plan/lists)
// takes blockIndex blockLane BLOCK_LANES (scan/ block.gpu | block.software)  unpackedKey (select/keys/ two_words |
//       word)
// given Key  LARGE_COUNT  SOUGHT  LARGE_BIN
var<storage, read_write> state: array<u32>;
var<storage, read_write> records: array<vec4u>;
var<storage, read_write> found: array<Key>;
var<uniform> level: vec4u;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let entry = blockIndex(workgroupIndex(workgroup, grid), local);
  if (entry >= state[LARGE_COUNT]) {
    return;
  }
  for (var k = blockLane(local); k < SOUGHT; k += BLOCK_LANES) {
    let key = unpackedKey(records[searchAt(level.w, entry, k)].xy);
    found[foundIndex(listedId(LARGE_BIN, entry), k)] = key;
  }
}
