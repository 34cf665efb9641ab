// Small segments. LANES lanes sort a segment of at most LANES · ITEMS items by a sorting network, in ITEMS registers
// each. The exchanges of the network need uniform control flow. So lanes without a segment do not end, but sort pads.
// src/sort/networks.ts writes `sortRegisters` (Batcher 1968: odd-even merge sort inside a lane, bitonic merges
// between lanes), since WGSL cannot unroll a loop. A loop over an array of registers was 2 to 8 times slower where
// tried.
//
//   state, spans         read: the bins' lists
//   keysIn, valuesIn     read; values only for pairs
//   keysOut, valuesOut   written

// ---- choice bins: one
// The kernel sorts one bin of the partition, so pads at most double the work.
//
// import binCount, listedSegment from plan/state
// given WORKGROUP, LANES, BIN, sortRegisters

fn task(workgroup: u32, local: u32) {
  let slot = (workgroup * WORKGROUP + local) / LANES;
  let live = slot < binCount(BIN);
  let segment = listedSegment(BIN, select(0u, slot, live));
  sortRegisters(segment.begin, select(0u, segment.length, live), local);
}

// ---- choice bins: joined
// Several bins in one dispatch, GPUs. Every workgroup serves one bin: the first workgroups the first bin, and so on.
// The bins have networks of equally many registers, so none takes registers from another.
//
// given sortJoined

fn task(workgroup: u32, local: u32) {
  sortJoined(workgroup, local);
}
