// The keys at the positions of quantiles, in sorted segments. Same names as select/quantile/of_found.wgsl.
//
//   positions   read: the quantiles, in the form of select/quantile/position.wgsl
//   COUNT_NANS  whether a segment can have NaNs. They are its last items.
//
// import Segment from plan/state
// import nanOf from select/radix/nans
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
