// Histograms: counts the items of each segment in bins. A workgroup takes tiles of items in the order in which segments
// list them. If the bins of all segments of a tile fit workgroup memory, they are counted there, and added to the
// output by an atomic operation a count that is not 0. Else each item is an atomic operation on the output.
//
//   totals       updated: one count a segment and bin
//   binNumbers   [0]: bins · bins that an item can be in · 0 · 0
//                [1]: least key that is counted: low word, high word · greatest key, less the least: low, high
//                [2]: see `around: guess`
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

// ---- part turns
// A search ends before so many turns. A loop with a constant end has no counters of Tint's.

const MOST_TURNS = 0x10000000u;

// ---- choice bin: word
// The bin of an item: the last one whose least key is not above the item's. Keys are relative to the least that is
// counted. The host finds the least keys by the rule of bins, so no result depends on how a GPU calculates with floats.
//
//   leastKeys   read: ascending
//
// import NO_BIN, MOST_TURNS from keys/histogram
// given sortKey, binsAround, Bits

var<uniform> binNumbers: array<vec4u, 4>;
var<storage, read_write> leastKeys: array<Bits>;

fn binOf(bits: u32) -> u32 {
  let key = sortKey(bits) - binNumbers[1].x;
  let bins = binNumbers[0].y;
  let isCounted = (key <= binNumbers[1].z) & (bins > 0u);
  let around = binsAround(bits, key, bins);
  var low = around.x;
  var high = select(low, around.y, isCounted);
  for (var turn = 0u; turn < MOST_TURNS; turn++) {
    if (high <= low + 1u) {
      break;
    }
    let middle = (low + high) / 2u;
    let isUpper = leastKeys[middle] <= key;
    low = select(low, middle, isUpper);
    high = select(middle, high, isUpper);
  }
  return select(NO_BIN, low, isCounted);
}

// ---- choice around: all
// The bins in which an item may be: the first, and the one after the last.

fn binsAround(bits: u32, key: u32, bins: u32) -> vec2u {
  return vec2u(0u, bins);
}

// ---- choice around: guess
// Bins are equally wide, so an item's distance from the first one, in bins, guesses its bin. Floats are rounded, so the
// guess may be wrong. The least keys of two bins decide.
//
//   binNumbers   [2]: where bins begin, as the bits of an f32 · bins a unit, as the bits of an f32 · 0 · 0
//
// given numberNear, Bits

var<uniform> binNumbers: array<vec4u, 4>;
var<storage, read_write> leastKeys: array<Bits>;

fn binsAround(bits: u32, key: u32, bins: u32) -> vec2u {
  let place = (numberNear(bits, key) - bitcast<f32>(binNumbers[2].x)) * bitcast<f32>(binNumbers[2].y);
  let last = max(bins, 1u) - 1u;
  let guess = min(u32(place), last);
  let isReached = leastKeys[guess] <= key;
  let isPassed = (guess < last) & (leastKeys[min(guess + 1u, last)] <= key);
  let reached = select(vec2u(guess, guess + 1u), vec2u(guess + 1u, bins), isPassed);
  return select(vec2u(0u, guess), reached, isReached);
}

// ---- choice near: key
// The number of an integer, less the least that is counted.

fn numberNear(bits: u32, key: u32) -> f32 {
  return f32(key);
}

// ---- choice near: float
//
// given numberOf

fn numberNear(bits: u32, key: u32) -> f32 {
  return numberOf(bits);
}

// ---- choice bin: twoWords
// The same for keys of two words, low word first.
//
// import NO_BIN, MOST_TURNS from keys/histogram
// given sortKey, lessKey, Bits

var<uniform> binNumbers: array<vec4u, 4>;
var<storage, read_write> leastKeys: array<Bits>;

fn binOf(bits: vec2u) -> u32 {
  let given = sortKey(bits);
  let origin = binNumbers[1].xy;
  let key = vec2u(given.x - origin.x, given.y - origin.y - select(0u, 1u, given.x < origin.x));
  let bins = binNumbers[0].y;
  let isCounted = !lessKey(binNumbers[1].zw, key) & (bins > 0u);
  var low = 0u;
  var high = select(0u, bins, isCounted);
  for (var turn = 0u; turn < MOST_TURNS; turn++) {
    if (high <= low + 1u) {
      break;
    }
    let middle = (low + high) / 2u;
    let isLower = lessKey(key, leastKeys[middle]);
    low = select(middle, low, isLower);
    high = select(high, middle, isLower);
  }
  return select(NO_BIN, low, isCounted);
}
