// Quantiles of segments by networks whose lanes are in several subgroups (sort/small/across.gpu.wgsl), GPUs with
// subgroups: one kernel for several bins. The sorted items stay in workgroup memory. Lanes store those at the target
// ranks.
//
//   state, spans   read: the bins' lists
//   found          written: per segment, quantile and position a sort key
//   counts         written: number of items that are not NaN
//
//   LEAST_WIDTH    the binary logarithm of the least lanes of a segment
//
// import networkOf, laneItem from sort/small/across.gpu
// import listedSegment, listedId from plan/state
// import positionOf, foundIndex from select/quantile/position
// import nanOf from select/keys
// import Item from sort/small/item
// given WORKGROUP, ITEMS, FIRST_BIN, NETWORKS, LEAST_WIDTH, sortSegment, Key, COUNT_NANS, OMITS_NANS, TARGETS

var<storage, read_write> found: array<Key>;
var<storage, read_write> counts: array<u32>;
var<uniform> quantiles: array<vec4u, 4>;

/** Of each segment of the workgroup the number of its items that are not NaN. */
var<workgroup> numbersIn: array<u32, (WORKGROUP >> LEAST_WIDTH)>;

fn task(workgroup: u32, local: u32) {
  let network = networkOf(workgroup, local);
  if (network.bin == NETWORKS) {
    return;
  }
  let width = network.width;
  let slot = (network.number * WORKGROUP + local) >> width;
  let live = slot < network.count;
  let bin = FIRST_BIN + network.bin;
  let entry = select(0u, slot, live);
  let segment = listedSegment(bin, entry);
  let length = select(0u, segment.length, live);
  let own = local >> width;
  let first = own << width;
  if (local == first) {
    numbersIn[own] = length;
  }
  sortSegment(segment.begin, length, local, width);
  if (COUNT_NANS) {
    // NaNs are last, and pads after them. So the first of both is after the last number.
    for (var i = 0u; i < ITEMS; i++) {
      let at = (local - first) * ITEMS + i;
      if (at < length && isNanAt(first, at) && (at == 0u || !isNanAt(first, at - 1u))) {
        numbersIn[own] = at;
      }
    }
  }
  workgroupBarrier();
  if (!live) {
    return;
  }
  let numbers = numbersIn[own];
  let id = listedId(bin, entry);
  for (var k = local - first; k < TARGETS; k += 1u << width) {
    let rank = positionOf(quantiles[k / 2u], k % 2u, select(length, numbers, OMITS_NANS));
    found[foundIndex(id, k)] = sortedItem(first, rank);
  }
  if (local == first) {
    counts[id] = numbers;
  }
}

/** The item of a segment in sorted order. `first`: the segment's first lane. */
fn sortedItem(first: u32, at: u32) -> Item {
  return laneItem(first + at / ITEMS, at % ITEMS);
}

fn isNanAt(first: u32, at: u32) -> bool {
  return nanOf(sortedItem(first, at)) != 0u;
}
