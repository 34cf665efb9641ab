// Top-k of few items of small segments, GPUs with subgroups: one kernel for the networks of all bins
// (select/small/top_network.wgsl). Every workgroup serves one bin. src/select/joined.ts writes `sortNetwork`.
//
//   state, spans   read: the bins' lists
//
// import networkOf from sort/small/across.gpu
// import listedSegment, listedId from plan/state
// import Row, rowOf, slotsOf, endRow, storeTop from select/topk/rows
// import Item, keyOf, itemIndexOf from sort/small/item
// given WORKGROUP, FIRST_BIN, NETWORKS, sortNetwork

var<private> networkRow: Row;
var<private> networkSlots: u32;

fn task(workgroup: u32, local: u32) {
  let network = networkOf(workgroup, local);
  if (network.bin == NETWORKS) {
    return;
  }
  let slot = (network.number * WORKGROUP + local) >> network.width;
  let live = slot < network.count;
  let bin = FIRST_BIN + network.bin;
  let entry = select(0u, slot, live);
  let segment = listedSegment(bin, entry);
  let id = listedId(bin, entry);
  let length = select(0u, segment.length, live);
  networkRow = rowOf(id, length);
  networkSlots = select(0u, slotsOf(networkRow), live);
  let stored = sortNetwork(network.bin, network.width, segment.begin, length, local);
  if (live && (local & ((1u << network.width) - 1u)) == 0u) {
    endRow(id, networkRow, stored);
  }
}

fn storeItem(begin: u32, length: u32, slot: u32, item: Item, i: u32) {
  if (slot < networkSlots) {
    storeTop(networkRow.first + slot, keyOf(item), itemIndexOf(item), begin, slot < networkRow.count);
  }
}
