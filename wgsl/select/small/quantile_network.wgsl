// Quantiles of small segments: LANES lanes sort a segment in a network of registers, as sort/small/kernel.wgsl does,
// and store the items at the target ranks.
//
//   found    written: per segment, quantile and position a sort key
//   counts   written: number of items that are not NaN
//
// import positionsOf, foundIndex from select/quantile/position
// import nanOf from select/keys
// import Item from sort/small/item
// given takenAt, sortKey, inputKey, Key, TARGETS, WORKGROUP, LANES, COUNT_NANS, OMITS_NANS, sortRegisters, ITEMS
// given sumOfLanes

var<storage, read_write> found: array<Key>;
var<storage, read_write> counts: array<u32>;
var<uniform> quantiles: array<vec4u, 4>;

var<private> ranks: array<u32, TARGETS>;
var<private> foundAt: u32;

fn task(workgroup: u32, local: u32) {
  let taken = takenAt((workgroup * WORKGROUP + local) / LANES);
  let begin = taken.segment.begin;
  let length = select(0u, taken.segment.length, taken.live);
  var numbers = length;
  if (COUNT_NANS) {
    numbers -= nansOf(begin, length, local);
  }
  for (var k = 0u; k < TARGETS; k += 2u) {
    let positions = positionsOf(quantiles[k / 2u], select(length, numbers, OMITS_NANS));
    ranks[k] = positions.x;
    ranks[k + 1u] = positions.y;
  }
  foundAt = foundIndex(taken.id, 0u);
  sortRegisters(begin, length, local);
  if (taken.live && local % LANES == 0u) {
    counts[taken.id] = numbers;
  }
}

/** Number of NaNs of a segment. Each lane counts those of its registers. For uniform control flow only. */
fn nansOf(begin: u32, length: u32, local: u32) -> u32 {
  var nans = 0u;
  let first = local % LANES * ITEMS;
  for (var slot = first; slot < min(first + ITEMS, length); slot++) {
    nans += nanOf(sortKey(inputKey(begin + slot)));
  }
  return sumOfLanes(local, nans);
}

fn storeItem(begin: u32, length: u32, slot: u32, item: Item, i: u32) {
  if (slot >= length) {
    return;
  }
  for (var k = 0u; k < TARGETS; k++) {
    if (ranks[k] == slot) {
      found[foundAt + k] = item;
    }
  }
}
