// Transforms: the kernel that makes one result of each item, from the item and the numbers of its segment. A workgroup
// takes TILE items in the order in which segments list them. Two of its lanes find the segments of its first and last
// item. Then lanes note where the segments between begin: a bit an item, and the number of the segment. Neighbouring
// lanes take neighbouring items. The last bit up to an item in its word gives its segment, or what is noted by word.
//
//   input        read
//   numbers      read: what a reduce has made of each segment, NUMBER_WORDS words (transform/place.wgsl)
//   transforms   written by storeResult, only for items in segments: or packedResults, or input in place
//
// import Place, segmentNumbers from transform/place
// import Segment from plan/state
// import workgroupIndex from plan/grid
// given itemsOfCall, segmentsOfCall, segmentAt, baseOf, WORKGROUP, transformed, storeResult

/** A bit an item, a bit for each 32 of these: two words of the second. */
const TILE = 2048u;
const ROUNDS = (TILE + WORKGROUP - 1u) / WORKGROUP;

/** The segments of the first and of the last item of the workgroup's tile. */
var<workgroup> outerSegments: array<u32, 2>;
/** Items of the tile with which a segment begins, and words of `beginBits` that are not 0. */
var<workgroup> beginBits: array<atomic<u32>, TILE / 32u>;
var<workgroup> beginWords: array<atomic<u32>, 2>;
/**
 * The segment that begins with an item whose bit is set. If offsets fall, several may: then one of them. Then the
 * segment before the items of each word.
 */
var<workgroup> beginSegments: array<atomic<u32>, TILE + TILE / 32u>;

/** The last of the segments `first` … `last` that begins at a position or before it; `first` if none does. */
fn lastBefore(first: u32, last: u32, position: u32) -> u32 {
  var low = first;
  var high = last;
  while (low < high) {
    let middle = high - (high - low) / 2u;
    if (segmentAt(middle).begin <= position) {
      low = middle;
    } else {
      high = middle - 1u;
    }
  }
  return low;
}

/** The number of the highest bit, of a word that is not 0. Tint makes twenty instructions of firstLeadingBit. */
fn lastBit(bits: u32) -> u32 {
  // Without the bit after it the conversion cannot round up to the next power.
  return (bitcast<u32>(f32(bits & ~(bits >> 1u))) >> 23u) - 127u;
}

/** The segment before the items of a word of `beginBits`. */
fn segmentBefore(word: u32) -> u32 {
  var half = word / 32u;
  var words = atomicLoad(&beginWords[half]) & ((1u << (word % 32u)) - 1u);
  if (words == 0u && half > 0u) {
    half = 0u;
    words = atomicLoad(&beginWords[0]);
  }
  if (words == 0u) {
    return outerSegments[0];
  }
  let last = 32u * half + lastBit(words);
  return atomicLoad(&beginSegments[32u * last + lastBit(atomicLoad(&beginBits[last]))]);
}

/** The segment of an item of the tile. */
fn segmentOfItem(place: u32) -> u32 {
  let word = place / 32u;
  let bits = atomicLoad(&beginBits[word]) & (0xFFFFFFFFu >> (31u - place % 32u));
  return atomicLoad(&beginSegments[select(32u * word + lastBit(bits), TILE + word, bits == 0u)]);
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let segments = segmentsOfCall();
  let begin = workgroupIndex(workgroup, grid) * TILE;
  let end = select(0u, min(begin + TILE, itemsOfCall()), segments > 0u);
  if (local < 2u && begin < end) {
    outerSegments[local] = lastBefore(0u, segments - 1u, select(begin, end - 1u, local == 1u));
  }
  workgroupBarrier();
  if (begin < end) {
    for (var id = outerSegments[0] + 1u + local; id <= outerSegments[1]; id += WORKGROUP) {
      let segment = segmentAt(id);
      let place = segment.begin - begin;
      if (segment.length > 0u && place < TILE) {
        atomicStore(&beginSegments[place], id);
        atomicOr(&beginBits[place / 32u], 1u << (place % 32u));
        atomicOr(&beginWords[place / 1024u], 1u << (place / 32u % 32u));
      }
    }
  }
  workgroupBarrier();
  for (var word = local; word < TILE / 32u; word += WORKGROUP) {
    atomicStore(&beginSegments[TILE + word], segmentBefore(word));
  }
  workgroupBarrier();
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
        storeResult(base + index, transformed(Place(base + index, index, segment.length, numbers)));
      }
    }
  }
}
