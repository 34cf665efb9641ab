// Quantiles, last kernel: writes the keys at the positions to the outputs. An invocation takes a word of an output,
// which holds PER_WORD keys of 8 or 16 bits.
//
//   keysLow, keysHigh    written: per segment and quantile the key at the lower and at the upper position. NaN, or 0
//                        for integers, where there is no item; NaN where a NaN propagates
//   countsOut            written: per segment the number of items that are not NaN
//   ABSENT               bits of the key where there is no item
//
// import workgroupIndex from plan/grid
// given segmentAt, unpackedKey, SEGMENT_COUNT, QUANTILES, WORKGROUP, PER_WORD, OMITS_NANS, ABSENT, WITH_COUNTS

var<storage, read_write> state: array<u32>;
var<storage, read_write> countsOut: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let slots = state[SEGMENT_COUNT] * QUANTILES;
  let first = (workgroupIndex(workgroup, grid) * WORKGROUP + invocation.x) * PER_WORD;
  if (first >= slots) {
    return;
  }
  for (var slot = first; slot < min(first + PER_WORD, slots); slot++) {
    let id = slot / QUANTILES;
    let segment = segmentAt(id);
    let length = segment.length;
    var numbers = 0u;
    if (length > 0u) {
      numbers = numbersOf(id, segment);
    }
    let isAbsent = select(numbers < length || length == 0u, numbers == 0u, OMITS_NANS);
    let absent = unpackedKey(vec2u(ABSENT[0], ABSENT[1]));
    var keys = FoundKeys(absent, absent);
    if (!isAbsent) {
      keys = keysAt(slot, segment, numbers);
    }
    setKeys(slot, keys.low, keys.high);
    if (WITH_COUNTS && slot % QUANTILES == 0u) {
      countsOut[id] = numbers;
    }
  }
}

// ---- choice keys: found
// Kernels before have found the keys at the positions.
//
//   found    per segment, quantile and position a sort key
//   counts   per segment the number of items that are not NaN
//
// import Segment from plan/state
// given keyBits, Key

var<storage, read_write> found: array<Key>;
var<storage, read_write> counts: array<u32>;

struct FoundKeys {
  low: Key,    // bits of the key at the lower position
  high: Key,
}

fn numbersOf(id: u32, segment: Segment) -> u32 {
  return counts[id];
}

fn keysAt(slot: u32, segment: Segment, numbers: u32) -> FoundKeys {
  return FoundKeys(keyBits(found[2u * slot]), keyBits(found[2u * slot + 1u]));
}

// ---- choice keys: sorted
// The keys at the positions are read in sorted segments.
//
//   positions   read: the quantiles, in the form of position.wgsl
//   COUNT_NANS  whether a segment can have NaNs. They are its last items.
//
// import Segment from plan/state
// import nanOf from select/keys
// import positionsOf from select/quantile/position
// given sortKey, inputKey, Key, COUNT_NANS, QUANTILES

var<storage, read_write> positions: array<vec4u>;

struct FoundKeys {
  low: Key,
  high: Key,
}

/** The number of items before the first NaN, by binary search. */
fn numbersOf(id: u32, segment: Segment) -> u32 {
  var low = 0u;
  var high = segment.length;
  if (!COUNT_NANS) {
    return high;
  }
  if (nanOf(sortKey(inputKey(segment.begin + high - 1u))) == 0u) {
    return high;
  }
  while (low < high) {
    let middle = (low + high) / 2u;
    if (nanOf(sortKey(inputKey(segment.begin + middle))) == 0u) {
      low = middle + 1u;
    } else {
      high = middle;
    }
  }
  return low;
}

/** Where NaNs propagate, a segment with keys to find has none. So `numbers` counts its items in both rules. */
fn keysAt(slot: u32, segment: Segment, numbers: u32) -> FoundKeys {
  let at = positionsOf(positions[slot % QUANTILES], numbers);
  return FoundKeys(inputKey(segment.begin + at.x), inputKey(segment.begin + at.y));
}

// ---- choice set: words
// Keys of whole words are written as they are.
//
// given Key, WITH_LOW, WITH_HIGH

var<storage, read_write> keysLow: array<Key>;
var<storage, read_write> keysHigh: array<Key>;

fn setKeys(slot: u32, low: Key, high: Key) {
  if (WITH_LOW) {
    keysLow[slot] = low;
  }
  if (WITH_HIGH) {
    keysHigh[slot] = high;
  }
}

// ---- choice set: packed
// Keys of 8 or 16 bits are packed into words, lowest bits first. One invocation writes all keys of a word.
//
// given Key, PER_WORD, ITEM_BITS, WITH_LOW, WITH_HIGH

var<storage, read_write> keysLow: array<Key>;
var<storage, read_write> keysHigh: array<Key>;

fn setKeys(slot: u32, low: Key, high: Key) {
  let shift = slot % PER_WORD * ITEM_BITS;
  if (WITH_LOW) {
    keysLow[slot / PER_WORD] = insertBits(keysLow[slot / PER_WORD], low, shift, ITEM_BITS);
  }
  if (WITH_HIGH) {
    keysHigh[slot / PER_WORD] = insertBits(keysHigh[slot / PER_WORD], high, shift, ITEM_BITS);
  }
}
