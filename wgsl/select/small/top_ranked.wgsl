// Top-k of short segments, where no network is long enough: a workgroup takes a segment. A lane counts for each of its
// items how many items come before it, and stores it at that rank. It takes length² comparisons and no barrier, so it
// is for few segments.
//
// import workgroupIndex from plan/grid
// import storeTop, rowOf, endRow from select/topk/rows
// given takenAt, keyMapNow, sortKeyBy, inputKey, lessKey, MAX_RANKED, WORKGROUP

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let taken = takenAt(workgroupIndex(workgroup, grid));
  if (!taken.live) {
    return;
  }
  let begin = taken.segment.begin;
  let length = taken.segment.length;
  let row = rowOf(taken.id, length);
  let map = keyMapNow();
  for (var i = local; i < min(length, MAX_RANKED); i += WORKGROUP) {
    let key = sortKeyBy(map, inputKey(begin + i));
    var rank = 0u;
    for (var j = 0u; j < length; j++) {
      let other = sortKeyBy(map, inputKey(begin + j));
      rank += select(0u, 1u, lessKey(other, key) || (j < i && all(other == key)));
    }
    if (rank < row.count) {
      storeTop(row.first + rank, key, begin + i, begin, true);
    }
  }
  if (local == 0u) {
    endRow(taken.id, row, row.count);
  }
}
