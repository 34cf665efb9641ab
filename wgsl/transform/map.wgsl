// Transforms: the kernel that makes one result of each item, from the item and the numbers of its segment. A workgroup
// takes a tile of items in the order in which segments list them. Neighbouring lanes take neighbouring items.
//
//   input        read
//   numbers      read: what a reduce has made of each segment, NUMBER_WORDS words (transform/place.wgsl)
//   transforms   written by storeResult, only for items in segments: or packedResults, or input in place
//
// import Segment from plan/state
// import workgroupIndex from plan/grid
// import TILE, ROUNDS, outerOf, noteBetween, segmentOfBit from segmented_scan/owners
// given itemsOfCall, segmentsOfCall, segmentAt, baseOf, CONTIGUOUS, WORKGROUP, segmentNumbers, placeOf
// given bitsAt, transformed, storeResult

const ROW = min(32u, WORKGROUP);

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let segments = segmentsOfCall();
  let begin = workgroupIndex(workgroup, grid) * TILE;
  let end = select(0u, min(begin + TILE, itemsOfCall()), segments > 0u);
  let outer = outerOf(local, begin, end, segments);
  // Items before the first of these segments, and after the last, are in none.
  let head = segmentAt(outer[0]);
  let tail = segmentAt(outer[1]);
  let start = max(begin, head.begin);
  let stop = max(start, min(end, tail.begin + tail.length));
  // Neighbouring lanes take neighbouring items, and a row of lanes takes one row of items after another.
  let lane = local / ROW * ROW * ROUNDS + local % ROW;
  var position = begin + lane;
  if (outer[0] == outer[1]) {
    // A tile of one segment, as most of long ones are.
    let shift = baseOf(outer[0], head) - head.begin;
    let numbers = segmentNumbers(outer[0]);
    for (var k = 0u; k < ROUNDS; k++) {
      if (position - start < stop - start) {
        let item = position + shift;
        storeResult(item, transformed(placeOf(item, position - head.begin, head.length, numbers), bitsAt(item)));
      }
      position += ROW;
    }
  } else {
    noteBetween(local, begin, outer);
    var id = 0xFFFFFFFFu;
    var segment = Segment();
    var base = 0u;
    var numbers = vec4u();
    for (var k = 0u; k < ROUNDS; k++) {
      if (position - start < stop - start) {
        let place = lane + k * ROW;
        let found = segmentOfBit(place / 32u, select(place, local, ROW == 32u) % 32u);
        if (found != id) {
          id = found;
          segment = segmentAt(id);
          base = baseOf(id, segment);
          numbers = segmentNumbers(id);
        }
        let index = position - segment.begin;
        if (CONTIGUOUS || index < segment.length) {
          let item = select(base + index, position, CONTIGUOUS);
          storeResult(item, transformed(placeOf(item, index, segment.length, numbers), bitsAt(item)));
        }
      }
      position += ROW;
    }
  }
}
