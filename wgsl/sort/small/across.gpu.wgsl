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
// import networkOf from sort/small/across.gpu
// import listedSegment from plan/state
// given WORKGROUP, FIRST_BIN, NETWORKS, sortSegment

fn task(workgroup: u32, local: u32) {
  let network = networkOf(workgroup, local);
  if (network.bin == NETWORKS) {
    return;
  }
  let slot = (network.number * WORKGROUP + local) >> network.width;
  let live = slot < network.count;
  let segment = listedSegment(FIRST_BIN + network.bin, select(0u, slot, live));
  sortSegment(segment.begin, select(0u, segment.length, live), local, network.width);
}

// ---- part networkOf
// The bin of a workgroup.
//
//   FIRST_BIN   the first of the bins. The others follow.
//   NETWORKS    the bins
//   WIDTHS      each bin's w
//
// import ceilDiv from plan/grid
// import binCount from plan/state
// given WORKGROUP, FIRST_BIN, NETWORKS, WIDTHS

struct Network {
  bin: u32,      // of the kernel's bins; NETWORKS: the workgroup has none
  number: u32,   // the workgroup's number among those of the bin
  count: u32,    // segments of the bin
  width: u32,    // its w
}

var<workgroup> networkCounts: array<u32, NETWORKS>;

/** For uniform control flow only, since it has a barrier. */
fn networkOf(workgroup: u32, local: u32) -> Network {
  if (local < NETWORKS) {
    networkCounts[local] = binCount(FIRST_BIN + local);
  }
  let countOf = workgroupUniformLoad(&networkCounts);
  var number = workgroup;
  var bin = 0u;
  var count = 0u;
  var width = 0u;
  for (var other = 0u; other < NETWORKS; other++) {
    let workgroups = ceilDiv(countOf[other] << WIDTHS[other], WORKGROUP);
    if (bin == other) {
      count = countOf[other];
      width = WIDTHS[other];
      if (number >= workgroups) {
        number -= workgroups;
        bin++;
      }
    }
  }
  return Network(bin, number, count, width);
}

// ---- part lanes
// Exchanges between lanes of a workgroup.
//
//   ROW   lanes of a row of memory: WORKGROUP, and a gap of two, which avoids bank conflicts
//
// import Item from sort/small/item
// given WORKGROUP, ITEMS, ROW

var<workgroup> laneItems: array<array<Item, 4>, ITEMS / 4 * ROW>;  // four registers of a lane lie together

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
