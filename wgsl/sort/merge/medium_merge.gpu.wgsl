// Medium segments, custom comparator, GPUs. A workgroup sorts a segment in workgroup memory: lanes sort runs of RUN
// items in registers, then passes merge pairs of runs, until one run is left.
//
//   state, spans   read: the bin's list
//   keysIn         read once
//   keysOut        written once
//
// import uniformBinCount, listedSegment, Segment from plan/state
// import fromSide, mergedLength, runKey from sort/merge/pairs
// import mergeTogether from sort/merge/together.gpu
// given segmentBegin, Key, BIN, RUN, WORKGROUP, sortRegisters, CAPACITY

var<storage, read_write> keysOut: array<Key>;

var<workgroup> sharedLength: u32;

fn task(workgroup: u32, local: u32) {
  let slot = workgroup;
  if (slot >= uniformBinCount(BIN, local)) {
    return;
  }
  let segment = listedSegment(BIN, slot);
  if (local == 0u) {
    sharedLength = segment.length;
  }
  let length = workgroupUniformLoad(&sharedLength);
  segmentBegin = segment.begin;
  fromSide = 0u;
  for (var at = local * RUN; at < length; at += WORKGROUP * RUN) {
    sortRegisters(segment.begin + at, min(RUN, length - at), 0u);
  }
  let perLane = (length + WORKGROUP - 1u) / WORKGROUP;
  for (var run = RUN; run < length; run *= 2u) {
    workgroupBarrier();
    mergedLength = run;
    mergeTogether(local, Segment(0u, length), 0u, length, perLane, 0u, 0u);
    fromSide = CAPACITY - fromSide;
  }
  workgroupBarrier();
  for (var i = local; i < length; i += WORKGROUP) {
    keysOut[segment.begin + i] = runKey(i);
  }
}
