// Medium segments by merging, a later pass: an invocation merges four neighbouring runs of a segment, some items at a time,
// in registers (`mergeRuns`, written out by src/sort/network.ts). No barrier. The work is dealt out four runs by four, not
// segment by segment, so that the few of the last pass lie in neighbouring lanes too.
//
//   state, spans       read: the bins' lists (shares.wgsl)
//   keysFrom, keysTo   sort keys before and after, keys after the last pass; for pairs, places and values likewise

fn takesBin(k: u32) -> bool {
  return mergesOf(k) >= mergesLeft;
}

/** The last merge takes a segment's last two or four runs, the one before it four times as many. */
fn sharesShift(k: u32) -> u32 {
  return max(2u * mergesLeft - 1u - k % 2u, 1u) - 1u;
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let share = shareAt(workgroupIndex(workgroup, grid) * WORKGROUP + local);
  let run = RUN << (2u * (mergesOf(share.k) - mergesLeft));
  let first = share.index * 4u * run;
  leavesKeys = mergesLeft == 1u;
  if (share.live && first < share.segment.length) {
    let begin = share.segment.begin;
    let end = begin + share.segment.length;
    let at = begin + first;
    mergeRuns(at, min(at + run, end), min(at + 2u * run, end), min(at + 3u * run, end), min(at + 4u * run, end));
  }
}

/** An item of a run that ends at `end`, or a pad behind it. */
fn runItem(i: u32, end: u32) -> Item {
  return select(PAD, readItem(min(i, end - 1u)), i < end);
}

/** What comes before `begin` and from `end` on is padding. */
fn leaveItem(i: u32, begin: u32, end: u32, item: Item) {
  if (i - begin < end - begin) {
    keysTo[i] = left(keyOf(item));
    leaveValue(i, item);
  }
}
