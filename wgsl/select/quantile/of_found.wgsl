// The keys at the positions of quantiles, where kernels before have found them.
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
