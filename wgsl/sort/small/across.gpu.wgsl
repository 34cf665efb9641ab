// Networks whose lanes are in several subgroups, GPUs with subgroups: one kernel for several bins. 2^w lanes sort a
// segment, ITEMS items each. A bin has its w. Every workgroup serves one bin: the first workgroups the first bin, and
// so on. The bins share the code of the steps that they share. src/sort/across.ts writes `sortSegment`.
//
// Lanes of one subgroup exchange items by shuffles, others through workgroup memory. So do the sorted items, before
// neighbouring lanes store neighbouring words.
//
//   state, spans         read: the bins' lists
//   keysIn, valuesIn     read; values only for pairs
//   keysOut, valuesOut   written
//
//   FIRST_BIN            the first of the bins
//   NETWORKS             the bins
//   FIRST_WIDTH          the first bin's w. The others follow.
//   ROW                  lanes of a row of memory: WORKGROUP, and a gap of two, which avoids bank conflicts
//
// import ceilDiv from plan/grid
// import binCount, listedSegment from plan/state
// import Item from sort/small/item
// given WORKGROUP, ITEMS, FIRST_BIN, NETWORKS, FIRST_WIDTH, ROW, sortSegment

var<workgroup> laneItems: array<array<Item, 4>, ITEMS / 4 * ROW>;  // four registers of a lane lie together
var<workgroup> networkCounts: array<u32, NETWORKS>;

fn keepItem(local: u32, index: u32, item: Item) {
  laneItems[index / 4u * ROW + local][index % 4u] = item;
}

fn laneItem(local: u32, index: u32) -> Item {
  return laneItems[index / 4u * ROW + local % WORKGROUP][index % 4u];
}

/** A lane's number in its subgroup. */
@diagnostic(off, subgroup_uniformity)
fn laneOfSubgroup() -> u32 {
  return subgroupInclusiveAdd(1u) - 1u;
}

@diagnostic(off, subgroup_uniformity)
fn shuffled(item: Item, lane: u32) -> Item {
  return subgroupShuffle(item, lane);
}

fn task(workgroup: u32, local: u32) {
  if (local < NETWORKS) {
    networkCounts[local] = binCount(FIRST_BIN + local);
  }
  let countOf = workgroupUniformLoad(&networkCounts);
  // The bin of the workgroup, and its number among those of the bin.
  var number = workgroup;
  var bin = 0u;
  var count = 0u;
  for (var other = 0u; other < NETWORKS; other++) {
    let workgroups = ceilDiv(countOf[other] << (FIRST_WIDTH + other), WORKGROUP);
    if (bin == other) {
      count = countOf[other];
      if (number >= workgroups) {
        number -= workgroups;
        bin++;
      }
    }
  }
  if (bin == NETWORKS) {
    return;
  }
  let width = FIRST_WIDTH + bin;
  let slot = (number * WORKGROUP + local) >> width;
  let live = slot < count;
  let segment = listedSegment(FIRST_BIN + bin, select(0u, slot, live));
  sortSegment(segment.begin, select(0u, segment.length, live), local, width);
}
