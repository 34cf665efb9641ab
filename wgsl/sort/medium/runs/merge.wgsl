// Medium segments by merging, a later pass: an invocation merges four neighbouring runs of a segment, some items at a time,
// in registers (`mergeRuns`, written out by src/sort/network.ts). No barrier. The work is dealt out four runs by four, not
// segment by segment, so that the few of the last pass lie in neighbouring lanes too.
//
//   state, spans       read: the bin's list
//   binIndex           uniform: which bin
//   runsShift          uniform: its longest segments have 2^runsShift runs
//   runShift           uniform: a run is 2^runShift items
//   leaveBits          uniform: 1 in the last pass, which leaves keys
//   keysFrom, keysTo   sort keys before and after, keys after the last pass

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let run = 1u << runShift;
  let groups = max((RUN << runsShift) / (4u * run), 1u);
  let work = binCount(binIndex) * groups;
  let step = grid.x * grid.y * WORKGROUP;
  for (var item = workgroupIndex(workgroup, grid) * WORKGROUP + local; item < work; item += step) {
    let segment = listedSegment(binIndex, item / groups);
    let first = item % groups * 4u * run;
    if (first < segment.length) {
      let begin = segment.begin;
      let end = begin + segment.length;
      let at = begin + first;
      mergeRuns(at, min(at + run, end), min(at + 2u * run, end), min(at + 3u * run, end), min(at + 4u * run, end));
    }
  }
}

/** An item of a run that ends at `end`, or a pad behind it. */
fn runItem(i: u32, end: u32) -> Item {
  return select(PAD, keysFrom[min(i, end - 1u)], i < end);
}

/** What comes before `begin` and from `end` on is padding. */
fn leaveItem(i: u32, begin: u32, end: u32, item: Item) {
  if (i - begin < end - begin) {
    keysTo[i] = left(item);
  }
}
