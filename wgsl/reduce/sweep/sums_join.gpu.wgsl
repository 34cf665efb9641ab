// After the sweep of sums: adds the parts of segments that were cut. A lane takes a merge tile, and adds the parts of
// the segment that begins there. All lanes of the workgroup share a segment of many parts.
//
//   state, offsets, partials   read: see sums.gpu.wgsl
//   outputs                    written, only for segments that are cut
//
// import workgroupIndex from plan/grid
// given segmentAt, itemsOfCall, segmentsOfCall, FIRST_CUT, MERGE_TILE, WORKGROUP, Acc, loadPartial, writeResults

var<storage, read_write> state: array<u32>;

/** A lane adds so many parts by itself. */
const FEW = 8u;

/** A segment that was cut. */
struct Cut {
  id: u32,
  length: u32,
  mergeTile: u32,   // the first one with a part
  parts: u32,
}

var<workgroup> longCuts: array<Cut, WORKGROUP>;
var<workgroup> longCount: atomic<u32>;
var<workgroup> longEnd: u32;
var<workgroup> partsSum: atomic<u32>;
var<workgroup> sharedSum: u32;

/** A part of a segment. The first one has the second slot of its merge tile. */
fn partOf(mergeTile: u32, part: u32) -> u32 {
  return loadPartial(2u * (mergeTile + part) + select(0u, 1u, part == 0u)).c0;
}

/** The sum of a segment's parts, for all lanes together. */
fn sumParts(cut: Cut, local: u32) -> u32 {
  if (local == 0u) {
    atomicStore(&partsSum, 0u);
  }
  workgroupBarrier();
  var sum = 0u;
  for (var part = local; part < cut.parts; part += WORKGROUP) {
    sum += partOf(cut.mergeTile, part);
  }
  atomicAdd(&partsSum, sum);
  workgroupBarrier();
  if (local == 0u) {
    sharedSum = atomicLoad(&partsSum);
  }
  return workgroupUniformLoad(&sharedSum);
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let mergeTile = workgroupIndex(workgroup, grid) * WORKGROUP + local;
  var next = 0u;
  // Most cuts have two parts. They are loaded with the cut, so that a lane waits once.
  var sum = 0u;
  // The sweep has written nothing for merge tiles after the last one.
  if (mergeTile * MERGE_TILE <= itemsOfCall() + segmentsOfCall() && FIRST_CUT + mergeTile < arrayLength(&state)) {
    next = state[FIRST_CUT + mergeTile];
    sum = partOf(mergeTile, 0u) + partOf(mergeTile, 1u);
  }
  if (next > 0u) {
    let segment = segmentAt(next - 1u);
    // Windows of later merge tiles begin at their diagonals, less the segments up to this one.
    let parts = (segment.begin + segment.length + next) / MERGE_TILE - mergeTile + 1u;
    if (parts > FEW) {
      longCuts[min(atomicAdd(&longCount, 1u), WORKGROUP - 1u)] = Cut(next - 1u, segment.length, mergeTile, parts);
    } else {
      for (var part = 2u; part < FEW; part++) {
        if (part < parts) {
          sum += partOf(mergeTile, part);
        }
      }
      writeResults(next - 1u, segment.length, Acc(sum));
    }
  }
  workgroupBarrier();
  if (local == 0u) {
    longEnd = atomicLoad(&longCount);
  }
  let cuts = workgroupUniformLoad(&longEnd);
  for (var k = 0u; k < cuts; k++) {
    let cut = longCuts[k];
    let sum = sumParts(cut, local);
    if (local == 0u) {
      writeResults(cut.id, cut.length, Acc(sum));
    }
  }
}
