// Rows of features by begin and end, without a partition. LANES lanes take a segment, each COLUMNS columns. So
// neighbouring lanes load and store neighbouring words, and no lane waits for another in the loop over segments. A
// workgroup takes GROUPS segments by number, then those a whole grid further; two of one row each together. Segments
// longer than SHORT are listed (reduce/rows/lists.wgsl).
//
//   begins, ends, input, rowsIn, weightsIn   read (reduce/rows/terms)
//   outputs                                  written: WIDTH results a segment, by segment id, if it is not listed
//   atomicLists                              read and written
//   BLOCKS                                   workgroups that share the columns of a segment
//   PAIRS                                    whether two single rows are taken together
//
// import workgroupIndex from plan/grid
// import column, foldRows, writeRow, MAX_LEAVES from reduce/rows/terms
// given segmentAt, segmentsOfCall, LANES, COLUMNS, GROUPS, BLOCKS, WIDTH, SHORT, listLong, endLists, PAIRS
// given foldSingles

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
    let nextId = number / BLOCKS * GROUPS + group;
    next = segmentAt(min(nextId, segments - 1u));
    if ((lane < LANES) & (column < WIDTH)) {
      // Workgroups that share columns have others in their next turn.
      if (PAIRS & (BLOCKS == 1u) & (segment.length == 1u) & (next.length == 1u) & (nextId < segments)) {
        let second = next.begin;
        number += workgroups;
        next = segmentAt(min(number / BLOCKS * GROUPS + group, segments - 1u));
        let singles = foldSingles(segment.begin, second);
        writeRow(id, 1u, singles[0]);
        writeRow(nextId, 1u, singles[1]);
      } else if (segment.length > SHORT) {
        if (column == 0u) {
          listLong(id, segment);
        }
      } else {
        writeRow(id, segment.length, foldRows(segment.begin, segment.length, segment.begin));
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
