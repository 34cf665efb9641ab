// Medium segments by merging, a later pass: an invocation merges WAYS neighbouring runs of a segment, 4 or 8, some items at a
// time, in registers (`mergeRuns`, written out by src/sort/run_merger.ts). No barrier. The work is dealt out WAYS runs by WAYS,
// not segment by segment, so that the few of the last pass lie in neighbouring lanes too.
//
//   state, spans       read: the bins' lists (shares.wgsl)
//   keysFrom, keysTo   sort keys before and after, keys after the last pass; for pairs, places and values likewise

fn takesBin(k: u32) -> bool {
  let ways = select(4u, 1u << MERGE_SHIFT, mergesLeft > 1u || k % MERGE_SHIFT == 0u);
  return mergesOf(k) >= mergesLeft && ways == WAYS;
}

/** All merges take 2^MERGE_SHIFT runs each, the last one takes the runs that are left. */
fn sharesShift(k: u32) -> u32 {
  return k - min(k, MERGE_SHIFT * (mergesOf(k) + 1u - mergesLeft));
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let share = shareAt(workgroupIndex(workgroup, grid) * WORKGROUP + local);
  let run = RUN << (MERGE_SHIFT * (mergesOf(share.k) - mergesLeft));
  let first = share.index * WAYS * run;
  leavesKeys = mergesLeft == 1u;
  if (share.live && first < share.segment.length) {
    let begin = share.segment.begin;
    mergeRuns(begin + first, run, begin + share.segment.length);
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
