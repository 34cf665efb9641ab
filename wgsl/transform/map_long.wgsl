// Transforms: the kernel that makes the results of long segments, where the sweep has made those of all others
// (transform/swept.wgsl). A workgroup takes a tile of items, which is no longer than the shortest of these segments. So
// a long segment that has items of the tile has its first item or its last one.
//
//   input, numbers   read
//   transforms       written, only for items in long segments: or input in place
//
// import Segment from plan/state
// import workgroupIndex from plan/grid
// import lastBefore from segmented_scan/owners
// given itemsOfCall, segmentsOfCall, segmentAt, WORKGROUP, MAP_TILE, LONGEST_SWEPT, segmentNumbers, placeOf
// given bitsAt, transformed, storeResult

/** The segments of the tile's first and last item. */
var<workgroup> outerIds: array<u32, 2>;

const GROUPS = (MAP_TILE + 4u * WORKGROUP - 1u) / (4u * WORKGROUP);

/** Maps items `start` … `stop` − 1 of a segment. Neighbouring lanes take neighbouring items. */
fn mapItems(id: u32, segment: Segment, start: u32, stop: u32, local: u32) {
  let numbers = segmentNumbers(id);
  for (var group = 0u; group < GROUPS; group++) {
    let first = start + 4u * WORKGROUP * group;
    if (first >= stop) {
      break;
    }
    let items = vec4u(first + local) + vec4u(0u, WORKGROUP, 2u * WORKGROUP, 3u * WORKGROUP);
    if (first + 4u * WORKGROUP <= stop) {
      // Four loads, then four stores: a lane waits once.
      let bits = vec4u(bitsAt(items.x), bitsAt(items.y), bitsAt(items.z), bitsAt(items.w));
      for (var i = 0u; i < 4u; i++) {
        let place = placeOf(items[i], items[i] - segment.begin, segment.length, numbers);
        storeResult(items[i], transformed(place, bits[i]));
      }
    } else {
      for (var i = 0u; i < 4u; i++) {
        if (items[i] < stop) {
          let place = placeOf(items[i], items[i] - segment.begin, segment.length, numbers);
          storeResult(items[i], transformed(place, bitsAt(items[i])));
        }
      }
    }
  }
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let segments = segmentsOfCall();
  let begin = workgroupIndex(workgroup, grid) * MAP_TILE;
  let end = select(0u, min(begin + MAP_TILE, itemsOfCall()), segments > 0u);
  if (local < 2u && begin < end) {
    outerIds[local] = lastBefore(0u, segments - 1u, select(begin, end - 1u, local == 1u));
  }
  let outer = workgroupUniformLoad(&outerIds);
  for (var side = 0u; side < 2u; side++) {
    let segment = segmentAt(outer[side]);
    if (segment.length > LONGEST_SWEPT && (side == 0u || outer[1] != outer[0])) {
      mapItems(outer[side], segment, max(begin, segment.begin), min(end, segment.begin + segment.length), local);
    }
  }
}
