// Before a scan in one pass: clears what merge tiles publish (before.gpu.wgsl).
//
//   descriptors     written
//   SLOT_WORDS      words of a slot
//   TILES_CLEARED   merge tiles that a workgroup clears
//
// import workgroupIndex from plan/grid
// given WORKGROUP, SLOT_WORDS, TILES_CLEARED

var<storage, read_write> descriptors: array<atomic<u32>>;

const CLEARED = 3u * TILES_CLEARED * SLOT_WORDS;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let first = workgroupIndex(workgroup, grid) * CLEARED + invocation.x;
  for (var i = 0u; i < CLEARED; i += WORKGROUP) {
    if (i + invocation.x < CLEARED && first + i < arrayLength(&descriptors)) {
      atomicStore(&descriptors[first + i], 0u);
    }
  }
}
