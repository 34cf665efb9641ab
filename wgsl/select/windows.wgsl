// Windows: segments by begin and end that share items, in recorded selections. Items are counted in the order in which
// segments list them (`overlapping` in segmented_scan/segments.wgsl). This entry finds how many items all segments have
// together. It has one invocation.
//
//   starts   read: where each segment begins; written after the last: where the last one ends, at most 2^32 − 1
//
// given segmentsOfCall, segmentAt, storeItems

var<storage, read_write> starts: array<u32>;

@compute @workgroup_size(1)
fn main() {
  let segments = segmentsOfCall();
  var items = 0u;
  if (segments > 0u) {
    let last = segmentAt(segments - 1u);
    items = last.begin + last.length;
  }
  starts[segments] = items;
  storeItems(items);
}

// ---- choice items: none
// The caller does not ask for the number.

fn storeItems(items: u32) {
}

// ---- choice items: stored

var<storage, read_write> windowItemsOut: array<u32>;

fn storeItems(items: u32) {
  windowItemsOut[0] = items;
}

// ---- choice numbers: windows
// The items are those of all segments together, as many as there is room for.
//
// given SEGMENT_COUNT, WINDOW_ROOM

var<storage, read_write> state: array<u32>;
var<storage, read_write> starts: array<u32>;

fn segmentsOfCall() -> u32 {
  return state[SEGMENT_COUNT];
}

fn itemsOfCall() -> u32 {
  return min(starts[segmentsOfCall()], WINDOW_ROOM);
}

// ---- choice visit: place
// Writes which item of the input a place among all items has.
//
// import Visited from keys/each

var<storage, read_write> windowPlaces: array<u32>;

fn visit(at: Visited) {
  windowPlaces[at.position] = at.item;
}
