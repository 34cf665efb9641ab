// Calls that leave out NaNs: items that are numbers are copied to scratch memory, in order, and get segments of their
// own there. So a nested plan runs as if there were no NaNs. A bit an item says whether it is kept
// (wgsl/keys/runs.wgsl). Kernels take their numbers from the call. This entry does conversions, as
// sort/convert/convert.wgsl does.
//
// import workgroupIndex from plan/grid
// given itemsOfCall, convert, WORKGROUP, PER_LANE

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let items = itemsOfCall();
  let first = workgroupIndex(workgroup, grid) * (WORKGROUP * PER_LANE) + invocation.x;
  for (var k = 0u; k < PER_LANE; k++) {
    convert(first + k * WORKGROUP, items);
  }
}

// ---- choice entry: tiles
// Finds which items are kept. A workgroup takes a tile of items, and there is a tile for the position after the last.
//
// import workgroupIndex from plan/grid
// import markPlace, storeTile from keys/runs
// import TILE from segmented_scan/owners
// import bitsAt from operators/element
// given itemsOfCall, isNan, WORKGROUP

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let tile = workgroupIndex(workgroup, grid);
  let items = itemsOfCall();
  for (var place = invocation.x; place < TILE; place += WORKGROUP) {
    let item = tile * TILE + place;
    if (item < items && !isNan(bitsAt(item))) {
      markPlace(place);
    }
  }
  storeTile(tile, invocation.x);
}

// ---- choice nan: f16

fn isNan(bits: u32) -> bool {
  return (bits & 0x7FFFu) > 0x7C00u;
}

// ---- choice nan: f32

fn isNan(bits: u32) -> bool {
  return (bits & 0x7FFFFFFFu) > 0x7F800000u;
}

// ---- choice nan: f64

fn isNan(bits: vec2u) -> bool {
  let high = bits.y & 0x7FFFFFFFu;
  return high > 0x7FF00000u || (high == 0x7FF00000u && bits.x != 0u);
}

// ---- choice nan: marked
// A mark stands for an item that is left out (omit/columns.wgsl).

fn isNan(bits: u32) -> bool {
  return bits == 0xFFFFFFFFu;
}

// ---- choice convert: places
// Writes the place of each kept item. The slots after the last one get a mark, so that a gather passes over them. One
// conversion is a word of bits.
//
//   headSums    read: kept items of earlier tiles
//   headWords   the number of earlier bits becomes that of all tiles
//   places      written: a word an item
//
// import TILE from segmented_scan/owners
// import UNWRITTEN from sort/convert/convert

var<storage, read_write> headWords: array<vec2u>;
var<storage, read_write> headSums: array<u32>;
var<storage, read_write> places: array<u32>;

fn convert(word: u32, items: u32) {
  if (word > items / 32u) {
    return;
  }
  let found = headWords[word];
  var kept = found.y + headSums[word / (TILE / 32u)];
  headWords[word].y = kept;
  for (var item = word * 32u; item < min(word * 32u + 32u, items); item++) {
    if (((found.x >> (item % 32u)) & 1u) == 1u) {
      places[kept] = item;
      kept++;
    } else {
      // Items that are left out fill the array from its end.
      places[items - 1u - (item - kept)] = UNWRITTEN;
    }
  }
}

// ---- choice convert: segments
// Writes where the kept items of each segment begin and end. One conversion is a segment.
//
// import runsBefore from keys/runs
// import storeCount, storeEnd from omit/kept
// given segmentsOfCall, segmentAt

var<storage, read_write> keptBegins: array<u32>;

fn convert(id: u32, items: u32) {
  let segments = segmentsOfCall();
  storeCount(id, segments);
  if (id < segments) {
    let segment = segmentAt(id);
    keptBegins[id] = runsBefore(segment.begin);
    storeEnd(id, segments, runsBefore(segment.begin + segment.length));
  }
}

// ---- choice end: offsets
// The end of the last segment follows its begin.

var<storage, read_write> keptBegins: array<u32>;

fn storeEnd(id: u32, segments: u32, end: u32) {
  if (id == segments - 1u) {
    keptBegins[segments] = end;
  }
}

// ---- choice end: ranges

var<storage, read_write> keptEnds: array<u32>;

fn storeEnd(id: u32, segments: u32, end: u32) {
  keptEnds[id] = end;
}

// ---- choice count: given
// The host gave the number of segments.

fn storeCount(id: u32, segments: u32) {
}

// ---- choice count: buffer
// The number of segments that the nested plan reads. Of segments of one size it may be less than the caller's.

var<storage, read_write> keptCount: array<u32>;

fn storeCount(id: u32, segments: u32) {
  if (id == 0u) {
    keptCount[0] = segments;
  }
}

// ---- choice segments: ranges
// Segments by begin and end, as in partition/segments.wgsl, with the numbers of the call.
//
// import Segment from plan/state
// given itemsOfCall

var<storage, read_write> begins: array<u32>;
var<storage, read_write> ends: array<u32>;

fn segmentAt(id: u32) -> Segment {
  let end = min(ends[id], itemsOfCall());
  let begin = min(begins[id], end);
  return Segment(begin, end - begin);
}

// ---- choice kept: offsets
// Where the kept items of a segment begin and end.

var<storage, read_write> keptBegins: array<u32>;

fn keptOf(id: u32) -> vec2u {
  return vec2u(keptBegins[id], keptBegins[id + 1u]);
}

// ---- choice kept: ranges

var<storage, read_write> keptBegins: array<u32>;
var<storage, read_write> keptEnds: array<u32>;

fn keptOf(id: u32) -> vec2u {
  return vec2u(keptBegins[id], keptEnds[id]);
}

// ---- choice convert: indices
// Indices count the kept items of their segment. Afterwards they count all items of it. One conversion is a slot. A
// segment has SLOTS of them. Those without an item have an index past the segment's kept items, and keep it.
//
//   indices   updated
//   places    read
//
// given segmentsOfCall, segmentAt, keptOf, SLOTS

var<storage, read_write> indices: array<u32>;
var<storage, read_write> places: array<u32>;

fn convert(slot: u32, items: u32) {
  let id = slot / SLOTS;
  if (id >= segmentsOfCall()) {
    return;
  }
  let kept = keptOf(id);
  let index = indices[slot];
  if (kept.x < kept.y && index < kept.y - kept.x) {
    indices[slot] = places[kept.x + index] - segmentAt(id).begin;
  }
}
