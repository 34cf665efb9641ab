// Before a scan in one pass: clears what merge tiles publish (before.gpu.wgsl, windows.gpu.wgsl).
//
//   descriptors     written
//   SLOT_WORDS      words of a slot
//   TILES_CLEARED   merge tiles that a workgroup clears
//
// import workgroupIndex from plan/grid
// given WORKGROUP, SLOT_WORDS, TILES_CLEARED, fallsNear

var<storage, read_write> descriptors: array<atomic<u32>>;

const CLEARED = 3u * TILES_CLEARED * SLOT_WORDS;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let number = workgroupIndex(workgroup, grid);
  let falls = fallsNear(number, invocation.x);
  let first = number * CLEARED + invocation.x;
  for (var i = 0u; i < CLEARED; i += WORKGROUP) {
    if (i + invocation.x < CLEARED && first + i < arrayLength(&descriptors)) {
      atomicStore(&descriptors[first + i], select(0u, falls, i + invocation.x == 1u));
    }
  }
}

// ---- choice check: none

fn fallsNear(number: u32, lane: u32) -> u32 {
  return 0u;
}

// ---- choice check: falls
// Looks whether offsets fall: each workgroup at its share of the segments. Word 1 of what it clears says so.
//
// given WORKGROUP, MERGE_TILE, TILES_CLEARED, segmentsOfCall, itemsOfCall, boundAt

/** Segments that a lane looks at side by side. */
const LOOKED = 4u;

var<workgroup> fallen: atomic<u32>;

fn fallsNear(number: u32, lane: u32) -> u32 {
  let segments = segmentsOfCall();
  let workgroups = (itemsOfCall() + segments) / (MERGE_TILE * TILES_CLEARED) + 1u;
  let share = segments / workgroups + 1u;
  let end = min((number + 1u) * share, segments);
  for (var id = number * share + lane; id < end; id += LOOKED * WORKGROUP) {
    var falls = false;
    for (var k = 0u; k < LOOKED; k++) {
      let at = min(id + k * WORKGROUP, end - 1u);
      falls |= boundAt(at) > boundAt(at + 1u);
    }
    if (falls) {
      atomicStore(&fallen, 1u);
    }
  }
  workgroupBarrier();
  return atomicLoad(&fallen);
}
