// Ranks, distinct keys and modes: a kernel that visits each item of the sorted segments, in the order in which segments
// list them. Neighbouring lanes take neighbouring items. A section says what is done with an item.
//
// import Segment from plan/state
// import workgroupIndex from plan/grid
// import TILE, ROUNDS, noteSegments, segmentOfItem from segmented_scan/owners
// given itemsOfCall, segmentsOfCall, segmentAt, baseOf, WORKGROUP, visit, finishTile

/** An item of a sorted segment. */
struct Visited {
  position: u32,  // its place in the order in which segments list items
  item: u32,      // its slot in the sorted arrays
  index: u32,     // its index in the segment
  segment: u32,   // the number of the segment
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let segments = segmentsOfCall();
  let tile = workgroupIndex(workgroup, grid);
  let begin = tile * TILE;
  let end = select(0u, min(begin + TILE, itemsOfCall()), segments > 0u);
  noteSegments(local, begin, end, segments);
  var id = 0xFFFFFFFFu;
  var segment = Segment();
  var base = 0u;
  for (var k = 0u; k < ROUNDS; k++) {
    let place = k * WORKGROUP + local;
    let position = begin + place;
    if (position < end) {
      let found = segmentOfItem(place);
      if (found != id) {
        id = found;
        segment = segmentAt(id);
        base = baseOf(id, segment);
      }
      let index = position - segment.begin;
      if (index < segment.length) {
        visit(Visited(position, base + index, index, id));
      }
    }
  }
  finishTile(tile, local);
}

// ---- choice finish: none
// Nothing is left to do for a tile.

fn finishTile(tile: u32, local: u32) {
}

// ---- choice visit: heads
// Finds where runs of equal keys begin: a bit an item. A workgroup counts the bits of its tile.
//
//   sortedKeys   read: sort keys of the items
//
// import Visited from keys/each
// import markPlace, storeTile from keys/runs
// import TILE from segmented_scan/owners
// given Key, markOmitted

var<storage, read_write> sortedKeys: array<Key>;

fn visit(at: Visited) {
  let key = sortedKeys[at.item];
  markOmitted(at.item, key);
  if (at.index == 0u || !all(sortedKeys[at.item - 1u] == key)) {
    markPlace(at.position % TILE);
  }
}

fn finishTile(tile: u32, local: u32) {
  storeTile(tile, local);
}

// ---- choice marks: none
// All items have ranks.
//
// given Key

fn markOmitted(item: u32, key: Key) {
}

// ---- choice marks: nans
// Marks the indices of NaNs, which are the last keys of a segment.
//
// import isOmitted, OMITTED from keys/runs
// given Key

var<storage, read_write> sortedIndices: array<u32>;

fn markOmitted(item: u32, key: Key) {
  if (isOmitted(key)) {
    sortedIndices[item] |= OMITTED;
  }
}

// ---- choice visit: rank
// Writes the rank of an item to the item's own place.
//
//   sortedIndices   read: the place of each sorted item
//   ranksOut        written
//
// import Visited from keys/each
// import OMITTED from keys/runs
// given Rank, rankOf, itemsOfCall

var<storage, read_write> sortedIndices: array<u32>;
var<storage, read_write> ranksOut: array<Rank>;

fn visit(at: Visited) {
  let index = sortedIndices[at.item];
  let place = index & ~OMITTED;
  if (place < itemsOfCall()) {
    ranksOut[place] = select(rankOf(at), Rank(), (index & OMITTED) != 0u);
  }
}

// ---- choice rank: ordinal
//
// import Visited from keys/each

fn rankOf(at: Visited) -> u32 {
  return at.index + 1u;
}

// ---- choice rank: dense
//
// import Visited from keys/each
// import runsBefore, runsUpTo from keys/runs

fn rankOf(at: Visited) -> u32 {
  return runsUpTo(at.position) - runsBefore(at.position - at.index);
}

// ---- choice rank: min
//
// import Visited from keys/each
// import runsUpTo from keys/runs

var<storage, read_write> firsts: array<u32>;

fn rankOf(at: Visited) -> u32 {
  return firsts[runsUpTo(at.position) - 1u] - (at.position - at.index) + 1u;
}

// ---- choice rank: max
//
// import Visited from keys/each
// import runsUpTo from keys/runs

var<storage, read_write> firsts: array<u32>;

fn rankOf(at: Visited) -> u32 {
  return firsts[runsUpTo(at.position)] - (at.position - at.index);
}

// ---- choice rank: average
// Half of the sum of the least and the greatest rank, as the bits of a double, low word first.
//
// import Visited from keys/each
// import runsUpTo from keys/runs

var<storage, read_write> firsts: array<u32>;

fn rankOf(at: Visited) -> vec2u {
  let run = runsUpTo(at.position);
  // At least 2, and less than 2^31.
  let sum = firsts[run - 1u] + firsts[run] + 1u - 2u * (at.position - at.index);
  let zeros = countLeadingZeros(sum);
  let fraction = (sum << zeros) << 1u;
  return vec2u(fraction << 20u, ((1053u - zeros) << 20u) | (fraction >> 12u));
}

// ---- choice visit: distinct
// Writes the key of each run: the bits of its first item.
//
//   sortedIndices   read: the place of each sorted item
//
// import Visited from keys/each
// import startsRun, runsBefore from keys/runs
// given storeKey

var<storage, read_write> sortedIndices: array<u32>;

fn visit(at: Visited) {
  if (startsRun(at.position)) {
    storeKey(runsBefore(at.position), sortedIndices[at.item]);
  }
}

// ---- choice key: words
//
// import bitsAt from operators/element
// given Key

var<storage, read_write> keysOut: array<Key>;

fn storeKey(run: u32, source: u32) {
  keysOut[run] = bitsAt(source);
}

// ---- choice key: packed
// Keys of 8 or 16 bits. Other lanes write the rest of a word, so each changes its own bits only.
//
// import bitsAt from operators/element
// given ELEMENT_BITS

var<storage, read_write> packedKeys: array<atomic<u32>>;

fn storeKey(run: u32, source: u32) {
  let perWord = 32u / ELEMENT_BITS;
  let shift = run % perWord * ELEMENT_BITS;
  atomicAnd(&packedKeys[run / perWord], ~(((1u << ELEMENT_BITS) - 1u) << shift));
  atomicOr(&packedKeys[run / perWord], bitsAt(source) << shift);
}

// ---- choice visit: most
// Finds how often the most frequent key of a segment occurs. A lane keeps the greatest number until its segment ends.
//
// import Visited from keys/each
// import countOf from keys/modes

var<storage, read_write> modes: array<atomic<u32>>;
var<private> openSegment: u32;
var<private> openMost: u32;

fn flushMost() {
  if (openMost > 0u) {
    atomicMax(&modes[2u * openSegment], openMost);
  }
}

fn visit(at: Visited) {
  if (at.segment != openSegment) {
    flushMost();
    openSegment = at.segment;
    openMost = 0u;
  }
  openMost = max(openMost, countOf(at));
}

fn finishTile(tile: u32, local: u32) {
  flushMost();
}

// ---- choice visit: first
// Finds the first of the runs that have so many items. It has the lowest key. A lane keeps the least slot until its
// segment ends.
//
// import Visited from keys/each
// import countOf from keys/modes

var<storage, read_write> modes: array<atomic<u32>>;
var<private> openSegment: u32;
var<private> openFirst = 0xFFFFFFFFu;

fn flushFirst() {
  if (openFirst != 0xFFFFFFFFu) {
    atomicMin(&modes[2u * openSegment + 1u], openFirst);
  }
}

fn visit(at: Visited) {
  if (at.segment != openSegment) {
    flushFirst();
    openSegment = at.segment;
    openFirst = 0xFFFFFFFFu;
  }
  let count = countOf(at);
  if (count > 0u && count == atomicLoad(&modes[2u * at.segment])) {
    openFirst = min(openFirst, at.item);
  }
}

fn finishTile(tile: u32, local: u32) {
  flushFirst();
}
