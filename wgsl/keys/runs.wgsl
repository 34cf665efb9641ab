// Runs of equal keys in sorted segments. A bit an item says where a run begins. With the number of earlier bits beside
// each word, the runs before any position are found at once (Jacobson 1989).

// ---- part mark
// The mark of an index whose item is left out. Indices are less than 2^30.

const OMITTED = 0x80000000u;

// ---- part omitted
// Whether an item is left out. NaNs have the greatest sort keys, from that of the first NaN on.
//
// given Key, atLeastNan

fn isOmitted(key: Key) -> bool {
  return atLeastNan(key);
}

// ---- choice nan: word
//
// given FIRST_NAN

fn atLeastNan(key: u32) -> bool {
  return key >= FIRST_NAN;
}

// ---- choice nan: twoWords
//
// given FIRST_NAN, FIRST_NAN_HIGH

fn atLeastNan(key: vec2u) -> bool {
  return key.y > FIRST_NAN_HIGH || (key.y == FIRST_NAN_HIGH && key.x >= FIRST_NAN);
}

// ---- part tile
// A workgroup's bits of its tile, and where it writes them.
//
//   headWords    written: 32 bits, and the number of earlier bits of the tile
//   headSums     written: the number of bits of each tile
//
// import TILE from segmented_scan/owners
// given itemsOfCall, WORKGROUP

var<storage, read_write> headWords: array<vec2u>;
var<storage, read_write> headSums: array<u32>;
var<workgroup> tileHeads: array<atomic<u32>, TILE / 32u>;

/** Sets the bit of an item of the tile. */
fn markPlace(place: u32) {
  atomicOr(&tileHeads[place / 32u], 1u << (place % 32u));
}

/** Writes the bits of the tile. For uniform control flow only, since it has a barrier. */
fn storeTile(tile: u32, local: u32) {
  workgroupBarrier();
  // The tile after the last item has no bits. Others than these are surplus.
  if (tile > itemsOfCall() / TILE) {
    return;
  }
  for (var word = local; word < TILE / 32u; word += WORKGROUP) {
    // A loop with a constant end: compilers unroll it.
    var before = 0u;
    for (var w = 0u; w < TILE / 32u; w++) {
      before += select(0u, countOneBits(atomicLoad(&tileHeads[w])), w < word);
    }
    let bits = atomicLoad(&tileHeads[word]);
    headWords[tile * (TILE / 32u) + word] = vec2u(bits, before);
    if (word == TILE / 32u - 1u) {
      headSums[tile] = before + countOneBits(bits);
    }
  }
}

// ---- part before
// The runs before a position.
//
//   headWords   read: 32 bits, and the number of all earlier bits

var<storage, read_write> headWords: array<vec2u>;

fn startsRun(position: u32) -> bool {
  return ((headWords[position / 32u].x >> (position % 32u)) & 1u) == 1u;
}

/** Runs that begin before a position. */
fn runsBefore(position: u32) -> u32 {
  let word = headWords[position / 32u];
  return word.y + countOneBits(word.x & ((1u << (position % 32u)) - 1u));
}

/** Runs that begin at a position or before it. */
fn runsUpTo(position: u32) -> u32 {
  let word = headWords[position / 32u];
  return word.y + countOneBits(word.x & (0xFFFFFFFFu >> (31u - position % 32u)));
}

// ---- choice entry: spine
// Scans the numbers of bits of all tiles, also of the one after the last item. One workgroup.
//
// import scanLanes from scan/lanes
// import TILE from segmented_scan/owners
// given itemsOfCall

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(local_invocation_id) invocation: vec3u) {
  scanLanes(invocation.x, itemsOfCall() / TILE + 1u);
}

// ---- choice entry: number
// Writes where each run begins, and after the last run where the last segment ends. A workgroup takes WORKGROUP words
// of bits, then the items of these words: neighbouring lanes write neighbouring words.
//
//   headSums    read: bits of earlier tiles
//   headWords   the number of earlier bits becomes that of all tiles
//   firsts      written
//
// import workgroupIndex from plan/grid
// import TILE from segmented_scan/owners
// given itemsOfCall, segmentsOfCall, segmentAt, WORKGROUP

var<storage, read_write> headWords: array<vec2u>;
var<storage, read_write> headSums: array<u32>;
var<storage, read_write> firsts: array<u32>;
var<workgroup> numbered: array<vec2u, WORKGROUP>;

fn endOfSegments() -> u32 {
  let segments = segmentsOfCall();
  if (segments == 0u) {
    return 0u;
  }
  let last = segmentAt(segments - 1u);
  return last.begin + last.length;
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let first = workgroupIndex(workgroup, grid) * WORKGROUP;
  let word = first + local;
  // There is a word for the position after the last item.
  let last = itemsOfCall() / 32u;
  var found = vec2u();
  if (word <= last) {
    found = headWords[word];
    found.y += headSums[word / (TILE / 32u)];
    headWords[word].y = found.y;
  }
  if (word == last) {
    firsts[found.y + countOneBits(found.x)] = endOfSegments();
  }
  numbered[local] = found;
  workgroupBarrier();
  for (var round = 0u; round < 32u; round++) {
    let place = round * WORKGROUP + local;
    let held = numbered[place / 32u];
    let bit = 1u << (place % 32u);
    if ((held.x & bit) != 0u) {
      firsts[held.y + countOneBits(held.x & (bit - 1u))] = first * 32u + place;
    }
  }
}

// ---- choice convert: counts
// Writes the number of items of each run, and where the runs of each segment begin. One conversion is a run and a
// segment.
//
//   firsts       read
//   countsOut    written: one a run
//   offsetsOut   written: one a segment, and one after the last
//
// import runsBefore from keys/runs
// given segmentsOfCall, segmentAt

var<storage, read_write> firsts: array<u32>;
var<storage, read_write> countsOut: array<u32>;
var<storage, read_write> offsetsOut: array<u32>;

fn convert(i: u32, items: u32) {
  let runs = runsBefore(items);
  if (i < runs) {
    countsOut[i] = firsts[i + 1u] - firsts[i];
  }
  let segments = segmentsOfCall();
  if (i < segments) {
    offsetsOut[i] = runsBefore(segmentAt(i).begin);
  }
  if (i == segments) {
    offsetsOut[i] = runs;
  }
}
