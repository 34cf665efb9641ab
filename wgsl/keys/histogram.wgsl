// Histograms: counts the items of each segment in bins. A workgroup takes tiles of items in the order in which segments
// list them. If the bins of all segments of a tile fit workgroup memory, they are counted there, and added to the
// output by an atomic operation a count that is not 0. Else each item is an atomic operation on the output.
//
//   totals       updated: one count a segment and bin
//   binNumbers   [0]: bins · bins that an item can be in · 0 · 0
//                [1]: least key that is counted: low word, high word · greatest key, less the least: low, high
//
// import Segment from plan/state
// import workgroupIndex from plan/grid
// import TILE, ROUNDS, outerSegments, noteSegments, segmentOfItem, forgetSegments from segmented_scan/owners
// import bitsAt from operators/element
// import NO_BIN from keys/histogram
// given segmentsOfCall, segmentAt, baseOf, binOf, SHARED_COUNTS, WORKGROUP

var<uniform> binNumbers: array<vec4u, 4>;
var<storage, read_write> totals: array<atomic<u32>>;
var<workgroup> sharedCounts: array<atomic<u32>, SHARED_COUNTS>;
var<workgroup> lastPosition: u32;
var<workgroup> tileSegments: u32;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let bins = binNumbers[0].x;
  let segments = segmentsOfCall();
  if (local == 0u && segments > 0u) {
    let last = segmentAt(segments - 1u);
    lastPosition = last.begin + last.length;
  }
  let end = workgroupUniformLoad(&lastPosition);
  // Segments that overlap have more items than the call, so workgroups repeat.
  let tiles = end / TILE + select(0u, 1u, end % TILE != 0u);
  for (var tile = workgroupIndex(workgroup, grid); tile < tiles; tile += grid.x * grid.y) {
    let begin = tile * TILE;
    let count = min(TILE, end - begin);
    noteSegments(local, begin, begin + count, segments);
    let first = outerSegments[0];
    if (local == 0u) {
      tileSegments = outerSegments[1] - first + 1u;
    }
    let tileCount = workgroupUniformLoad(&tileSegments);
    let isShared = tileCount <= SHARED_COUNTS / bins;
    if (isShared) {
      for (var slot = local; slot < tileCount * bins; slot += WORKGROUP) {
        atomicStore(&sharedCounts[slot], 0u);
      }
    }
    workgroupBarrier();
    var id = 0xFFFFFFFFu;
    var segment = Segment();
    var base = 0u;
    for (var k = 0u; k < ROUNDS; k++) {
      let place = k * WORKGROUP + local;
      if (place < count) {
        let found = segmentOfItem(place);
        if (found != id) {
          id = found;
          segment = segmentAt(id);
          base = baseOf(id, segment);
        }
        let index = begin + place - segment.begin;
        if (index < segment.length) {
          let bin = binOf(bitsAt(base + index));
          if (bin != NO_BIN) {
            if (isShared) {
              atomicAdd(&sharedCounts[(id - first) * bins + bin], 1u);
            } else {
              atomicAdd(&totals[id * bins + bin], 1u);
            }
          }
        }
      }
    }
    workgroupBarrier();
    if (isShared) {
      for (var slot = local; slot < tileCount * bins; slot += WORKGROUP) {
        let sum = atomicLoad(&sharedCounts[slot]);
        if (sum > 0u) {
          atomicAdd(&totals[first * bins + slot], sum);
        }
      }
    }
    forgetSegments(local);
  }
}

// ---- choice entry: clear
// No item has been counted.
//
// import workgroupIndex from plan/grid
// given segmentsOfCall, WORKGROUP, PER_LANE

var<uniform> binNumbers: array<vec4u, 4>;
var<storage, read_write> totals: array<atomic<u32>>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let counts = segmentsOfCall() * binNumbers[0].x;
  let first = workgroupIndex(workgroup, grid) * (WORKGROUP * PER_LANE) + invocation.x;
  for (var k = 0u; k < PER_LANE; k++) {
    if (first + k * WORKGROUP < counts) {
      atomicStore(&totals[first + k * WORKGROUP], 0u);
    }
  }
}

// ---- part none
// Stands for the bin of an item that is not counted.

const NO_BIN = 0xFFFFFFFFu;

// ---- choice bin: word
// The bin of an item: the last one whose least key is not above the item's. Keys are relative to the least that is
// counted. The host finds the least keys by the rule of bins, so no kernel calculates with floats.
//
//   leastKeys   read: ascending
//
// import NO_BIN from keys/histogram
// given sortKey, Bits

var<uniform> binNumbers: array<vec4u, 4>;
var<storage, read_write> leastKeys: array<Bits>;

fn binOf(bits: u32) -> u32 {
  let key = sortKey(bits) - binNumbers[1].x;
  var high = binNumbers[0].y;
  if (key > binNumbers[1].z || high == 0u) {
    return NO_BIN;
  }
  var low = 0u;
  while (high - low > 1u) {
    let middle = (low + high) / 2u;
    if (leastKeys[middle] <= key) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

// ---- choice bin: twoWords
// The same for keys of two words, low word first.
//
// import NO_BIN from keys/histogram
// given sortKey, lessKey, Bits

var<uniform> binNumbers: array<vec4u, 4>;
var<storage, read_write> leastKeys: array<Bits>;

fn binOf(bits: vec2u) -> u32 {
  let given = sortKey(bits);
  let origin = binNumbers[1].xy;
  let key = vec2u(given.x - origin.x, given.y - origin.y - select(0u, 1u, given.x < origin.x));
  var high = binNumbers[0].y;
  if (lessKey(binNumbers[1].zw, key) || high == 0u) {
    return NO_BIN;
  }
  var low = 0u;
  while (high - low > 1u) {
    let middle = (low + high) / 2u;
    if (lessKey(key, leastKeys[middle])) {
      high = middle;
    } else {
      low = middle;
    }
  }
  return low;
}
