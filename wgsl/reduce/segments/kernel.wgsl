// Small and medium segments by begin and end. GROUP_LANES lanes fold a segment: one lane, a part of a subgroup or a
// workgroup. A kernel takes one bin of the partition. Empty segments are in the first bin and give the identity.
//
//   state, spans         read: the bin's list
//   input                read
//   outputs              written, by segment id (src/reduce/results.ts)
//
// import binCount, listedSegment, listedId from plan/state
// import fold, roundsFor from reduce/fold/fold
// given WORKGROUP, GROUP_LANES, BIN, writeResults

fn task(workgroup: u32, local: u32) {
  let slot = (workgroup * WORKGROUP + local) / GROUP_LANES;
  let lane = local % GROUP_LANES;
  let live = slot < binCount(BIN);
  let entry = select(0u, slot, live);
  let segment = listedSegment(BIN, entry);
  let terms = select(0u, segment.length, live);
  let result = fold(segment.begin, terms, segment.begin, lane, local, roundsFor(terms, local));
  if (live && lane == 0u) {
    writeResults(listedId(BIN, entry), segment.length, result);
  }
}
