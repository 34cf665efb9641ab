// Rows of features by begin and end, without a partition. LANES lanes take a segment, each COLUMNS columns. So
// neighbouring lanes load and store neighbouring words, and no lane waits for another in the loop over segments. A
// workgroup takes GROUPS segments by number, then those a whole grid further. Segments longer than SHORT are listed
// (reduce/rows/lists.wgsl).
//
//   begins, ends, input, rowsIn, weightsIn   read (reduce/rows/terms)
//   outputs                                  written: WIDTH results a segment, by segment id, if it is not listed
//   atomicLists                              read and written
//   BLOCKS                                   workgroups that share the columns of a segment
//
// import workgroupIndex from plan/grid
// import column, foldRows, MAX_LEAVES from reduce/rows/terms
// given segmentAt, segmentsOfCall, LANES, COLUMNS, GROUPS, BLOCKS, WIDTH, SHORT, listLong, endLists
// given writeResults

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let group = min(local / LANES, GROUPS - 1u);
  let lane = local - group * LANES;
  let segments = segmentsOfCall();
  let workgroups = grid.x * grid.y;
  var number = workgroupIndex(workgroup, grid);
  var next = segmentAt(min(number / BLOCKS * GROUPS + group, max(segments, 1u) - 1u));
  for (var turn = 0u; turn < MAX_LEAVES; turn++) {
    let id = number / BLOCKS * GROUPS + group;
    if (id >= segments) {
      break;
    }
    column = number % BLOCKS * (LANES * COLUMNS) + lane;
    let segment = next;
    number += workgroups;
    // The next segment's bounds are loaded before this one's rows are waited for.
    next = segmentAt(min(number / BLOCKS * GROUPS + group, segments - 1u));
    if (lane < LANES && column < WIDTH) {
      if (segment.length > SHORT) {
        if (column == 0u) {
          listLong(id, segment);
        }
      } else {
        let result = foldRows(segment.begin, segment.length, segment.begin);
        for (var k = 0u; k < COLUMNS; k++) {
          let at = column + k * LANES;
          if (k == 0u || at < WIDTH) {
            writeResults(id * WIDTH + at, segment.length, result[k]);
          }
        }
      }
    }
  }
  endLists(local);
}

// ---- choice long: none
// No segment is longer than SHORT.
//
// import Segment from plan/state

fn listLong(id: u32, segment: Segment) {
}

fn endLists(local: u32) {
}

// ---- choice long: listed
//
// import Segment from plan/state
// import enterLong, writeNoted from reduce/rows/lists

fn listLong(id: u32, segment: Segment) {
  enterLong(id, segment);
}

fn endLists(local: u32) {
  workgroupBarrier();
  writeNoted(local);
}
