// Transforms: the kernel that makes one result of each item, of the item and of the numbers of its segment. A workgroup
// takes TILE items in the order in which segments list them. Two of its lanes find the segments of its first and last
// item. A lane takes four items together, and looks for their segment only between these two.
//
//   input        read
//   numbers      read: what a reduce has made of each segment, NUMBER_WORDS words (transform/place.wgsl)
//   transforms   written by storeResult, only for items in segments: or packedResults, or input in place
//
// import Place, segmentNumbers from transform/place
// import workgroupIndex from plan/grid
// given itemsOfCall, segmentsOfCall, segmentAt, baseOf, WORKGROUP, TILE, transformed, storeResult

/** The segments of the first and of the last item of the workgroup's tile. */
var<workgroup> outerSegments: array<u32, 2>;

/** The last of the segments `first` … `last` that begins at a position or before it; `first` if none does. */
fn lastBefore(first: u32, last: u32, position: u32) -> u32 {
  var low = first;
  var high = last;
  while (low < high) {
    let middle = high - (high - low) / 2u;
    if (segmentAt(middle).begin <= position) {
      low = middle;
    } else {
      high = middle - 1u;
    }
  }
  return low;
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let items = itemsOfCall();
  let segments = segmentsOfCall();
  let begin = workgroupIndex(workgroup, grid) * TILE;
  let end = min(begin + TILE, items);
  if (local < 2u && begin < end && segments > 0u) {
    outerSegments[local] = lastBefore(0u, segments - 1u, select(begin, end - 1u, local == 1u));
  }
  workgroupBarrier();
  let last = outerSegments[1];
  if (segments == 0u) {
    return;
  }
  for (var at = begin + 4u * local; at < end; at += 4u * WORKGROUP) {
    var id = lastBefore(outerSegments[0], last, at);
    var segment = segmentAt(id);
    var base = baseOf(id, segment);
    var numbers = segmentNumbers(id);
    for (var position = at; position < min(at + 4u, end); position++) {
      if (position - segment.begin >= segment.length && id < last) {
        id = lastBefore(id, last, position);
        segment = segmentAt(id);
        base = baseOf(id, segment);
        numbers = segmentNumbers(id);
      }
      let index = position - segment.begin;
      if (index < segment.length) {
        storeResult(base + index, transformed(Place(base + index, index, segment.length, numbers)));
      }
    }
  }
}
