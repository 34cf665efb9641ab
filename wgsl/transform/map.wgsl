// Transforms: the kernel that makes one result of each item, from the item and the numbers of its segment. A workgroup
// takes a tile of items in the order in which segments list them. Neighbouring lanes take neighbouring items.
//
//   input        read
//   numbers      read: what a reduce has made of each segment, NUMBER_WORDS words (transform/place.wgsl)
//   transforms   written by storeResult, only for items in segments: or packedResults, or input in place
//
// import Segment from plan/state
// import workgroupIndex from plan/grid
// import TILE, ROUNDS, noteSegments, segmentOfItem from segmented_scan/owners
// given itemsOfCall, segmentsOfCall, segmentAt, baseOf, WORKGROUP, segmentNumbers, placeOf
// given transformed, storeResult

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let segments = segmentsOfCall();
  let begin = workgroupIndex(workgroup, grid) * TILE;
  let end = select(0u, min(begin + TILE, itemsOfCall()), segments > 0u);
  noteSegments(local, begin, end, segments);
  var id = 0xFFFFFFFFu;
  var segment = Segment();
  var base = 0u;
  var numbers = vec4u();
  for (var k = 0u; k < ROUNDS; k++) {
    let place = k * WORKGROUP + local;
    let position = begin + place;
    if (position < end) {
      let found = segmentOfItem(place);
      if (found != id) {
        id = found;
        segment = segmentAt(id);
        base = baseOf(id, segment);
        numbers = segmentNumbers(id);
      }
      let index = position - segment.begin;
      if (index < segment.length) {
        storeResult(base + index, transformed(placeOf(base + index, index, segment.length, numbers)));
      }
    }
  }
}
