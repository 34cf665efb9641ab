// The segments of the items of a tile. A workgroup takes TILE items in the order in which segments list them. Two of
// its lanes find the segments of its first and last item. Then lanes note where the segments between begin: a bit an
// item, and the number of the segment. The last bit up to an item in its word gives its segment, or what is noted by
// word.

// ---- part tile
// Items of a workgroup: a bit an item, a bit for each 32 of these: two words of the second.

const TILE = 2048u;

// ---- part owners
// What lanes note, and the segment of an item.
//
// import TILE from segmented_scan/owners
// given segmentAt, WORKGROUP

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

/** The segment of an item of the tile, by its bit of a word of `beginBits`. */
fn segmentOfBit(word: u32, bit: u32) -> u32 {
  let bits = atomicLoad(&beginBits[word]) & (0xFFFFFFFFu >> (31u - bit));
  var noted = TILE + word;
  if (bits != 0u) {
    noted = 32u * word + lastBit(bits);
  }
  return atomicLoad(&beginSegments[noted]);
}

/** The segment of an item of the tile. */
fn segmentOfItem(place: u32) -> u32 {
  return segmentOfBit(place / 32u, place % 32u);
}

/** The segments of the first and of the last of the items `begin` … `end` − 1. For uniform control flow only. */
fn outerOf(local: u32, begin: u32, end: u32, segments: u32) -> array<u32, 2> {
  if (local < 2u && begin < end) {
    outerSegments[local] = lastBefore(0u, segments - 1u, select(begin, end - 1u, local == 1u));
  }
  return workgroupUniformLoad(&outerSegments);
}

/** Notes where the segments between `outer` begin, for `segmentOfItem`. For uniform control flow only. */
fn noteBetween(local: u32, begin: u32, outer: array<u32, 2>) {
  for (var id = outer[0] + 1u + local; id <= outer[1]; id += WORKGROUP) {
    let segment = segmentAt(id);
    let place = segment.begin - begin;
    if (segment.length > 0u && place < TILE) {
      atomicStore(&beginSegments[place], id);
      atomicOr(&beginBits[place / 32u], 1u << (place % 32u));
      atomicOr(&beginWords[place / 1024u], 1u << (place / 32u % 32u));
    }
  }
  workgroupBarrier();
  for (var word = local; word < TILE / 32u; word += WORKGROUP) {
    atomicStore(&beginSegments[TILE + word], segmentBefore(word));
  }
  workgroupBarrier();
}

/**
 * Notes where the segments of the tile's items `begin` … `end` − 1 begin, for `segmentOfItem`. For uniform control flow
 * only, since it has barriers.
 */
fn noteSegments(local: u32, begin: u32, end: u32, segments: u32) {
  noteBetween(local, begin, outerOf(local, begin, end, segments));
}

// ---- part forget
// Clears what lanes have noted, before the next tile of a workgroup that takes several.
//
// import beginBits, beginWords, TILE from segmented_scan/owners
// given WORKGROUP

/** For uniform control flow only, since it has barriers. */
fn forgetSegments(local: u32) {
  workgroupBarrier();
  for (var word = local; word < TILE / 32u; word += WORKGROUP) {
    atomicStore(&beginBits[word], 0u);
  }
  for (var half = local; half < 2u; half += WORKGROUP) {
    atomicStore(&beginWords[half], 0u);
  }
  workgroupBarrier();
}
