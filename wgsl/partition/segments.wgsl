// The segments of a call, by number. The host cannot check arrays on the GPU. So kernels clamp every end to the item
// count, and a segment with end < begin is empty.

// ---- choice segments: offsets
// Segments as one array of segmentCount + 1 offsets: segment i goes from offsets[i] to offsets[i + 1]. The host cannot
// check offsets on the GPU. So every end is clamped to the item count, and a segment with end < begin is empty.
//
// import Segment from plan/state
// given ITEM_COUNT

var<storage, read_write> offsets: array<u32>;
var<storage, read_write> state: array<u32>;

fn segmentAt(id: u32) -> Segment {
  let end = min(offsets[id + 1u], state[ITEM_COUNT]);
  let begin = min(offsets[id], end);
  return Segment(begin, end - begin);
}

// ---- choice segments: offsetsOrSize
// Segments as one array of segmentCount + 1 offsets. If the state holds a size, all segments have that size, and there
// are no offsets. The host cannot check offsets on the GPU. So every end is clamped to the item count, and a segment
// with end < begin is empty.
//
// import Segment from plan/state
// given SEGMENT_SIZE, ITEM_COUNT

var<storage, read_write> state: array<u32>;
var<storage, read_write> offsets: array<u32>;

fn segmentAt(id: u32) -> Segment {
  let size = state[SEGMENT_SIZE];
  if (size != 0u) {
    return Segment(id * size, size);
  }
  let end = min(offsets[id + 1u], state[ITEM_COUNT]);
  let begin = min(offsets[id], end);
  return Segment(begin, end - begin);
}

// ---- choice segments: ofCall
// The same for plans without a setup. `boundAt` is where a segment begins and the one before it ends; bounds fall where
// offsets do.
//
// import Segment from plan/state
// given itemsOfCall, sizeOfCall

var<storage, read_write> offsets: array<u32>;

fn boundAt(id: u32) -> u32 {
  let size = sizeOfCall();
  if (size != 0u) {
    return id * size;
  }
  return min(offsets[id], itemsOfCall());
}

fn segmentAt(id: u32) -> Segment {
  let end = boundAt(id + 1u);
  let begin = min(boundAt(id), end);
  return Segment(begin, end - begin);
}

// ---- choice segments: ranges
// Segments as two arrays: segment i goes from begins[i] to ends[i]. Gaps and any order are allowed. The host cannot
// check arrays on the GPU. So every end is clamped to the item count, and a segment with end < begin is empty.
//
// import Segment from plan/state
// given ITEM_COUNT

var<storage, read_write> ends: array<u32>;
var<storage, read_write> state: array<u32>;
var<storage, read_write> begins: array<u32>;

fn segmentAt(id: u32) -> Segment {
  let end = min(ends[id], state[ITEM_COUNT]);
  let begin = min(begins[id], end);
  return Segment(begin, end - begin);
}
