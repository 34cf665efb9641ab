// Medium segments by merging, a later pass: an invocation merges two neighbouring runs of a segment, eight items at a time,
// in registers (`mergeRuns`, written out by src/sort/network.ts). No barrier. The work is dealt out pair by pair, not
// segment by segment, so that the few pairs of the last pass lie in neighbouring lanes too.
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
  let pairs = max((RUN << runsShift) / (2u * run), 1u);
  let work = binCount(binIndex) * pairs;
  let step = grid.x * grid.y * WORKGROUP;
  for (var item = workgroupIndex(workgroup, grid) * WORKGROUP + local; item < work; item += step) {
    let segment = listedSegment(binIndex, item / pairs);
    let first = min(item % pairs * 2u * run, segment.length);
    let middle = min(first + run, segment.length);
    let end = min(middle + run, segment.length);
    if (first < end) {
      mergeRuns(segment.begin + first, segment.begin + middle, segment.begin + end);
    }
  }
}

/** An item of a run that ends at `end`, or a pad behind it. */
fn runItem(i: u32, end: u32) -> Item {
  return select(PAD, keysFrom[min(i, end - 1u)], i < end);
}

fn leaveItem(i: u32, end: u32, item: Item) {
  if (i < end) {
    keysTo[i] = left(item);
  }
}
