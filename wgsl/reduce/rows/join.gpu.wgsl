// After the sweep of rows: folds the results of the tiles of each segment that was cut. A workgroup takes JOINED merge
// tiles, in which such segments begin. LANES lanes fold a segment of up to MANY tiles, each one column. All lanes share
// a segment of more tiles: each folds a subtree of one column, and subtrees are combined pairwise.
//
//   state, offsets, partials   read: see sweep.gpu.wgsl
//   outputs                    written, only for segments that are cut
//
// import workgroupIndex from plan/grid
// import column, foldRows from reduce/rows/terms
// given Acc, combine, segmentAt, itemsOfCall, segmentsOfCall, WORKGROUP, MERGE_TILE, LANES, GROUPS, BLOCKS, WIDTH
// given FIRST_CUT, JOINED, MANY, writeResults

var<storage, read_write> state: array<u32>;

/** A segment that was cut. */
struct CutRows {
  id: u32,
  length: u32,
  mergeTile: u32,
}

/** Those of few tiles from the first on, those of many from the last one backwards. */
var<workgroup> cutRows: array<CutRows, JOINED>;
var<workgroup> cutCounts: array<atomic<u32>, 2>;
var<workgroup> cutEnds: array<u32, 2>;
var<workgroup> subtreesOfGroups: array<Acc, WORKGROUP>;

/** Puts the segments that begin in the workgroup's merge tiles and were cut into the two lists. */
fn listCuts(firstTile: u32, local: u32) {
  for (var i = local; i < JOINED; i += WORKGROUP) {
    let mergeTile = firstTile + i;
    // The sweep has written nothing for merge tiles after the last one.
    let isThere = mergeTile * MERGE_TILE <= itemsOfCall() + segmentsOfCall();
    if (isThere && FIRST_CUT + mergeTile < arrayLength(&state)) {
      let next = state[FIRST_CUT + mergeTile];
      if (next > 0u) {
        let length = segmentAt(next - 1u).length;
        let isLong = length > MANY * MERGE_TILE;
        let slot = atomicAdd(&cutCounts[select(0u, 1u, isLong)], 1u);
        cutRows[select(slot, JOINED - 1u - slot, isLong) % JOINED] = CutRows(next - 1u, length, mergeTile);
      }
    }
  }
  workgroupBarrier();
  if (local < 2u) {
    cutEnds[local] = atomicLoad(&cutCounts[local]);
  }
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let number = workgroupIndex(workgroup, grid);
  listCuts(number / BLOCKS * JOINED, local);
  let counts = workgroupUniformLoad(&cutEnds);
  let group = min(local / LANES, GROUPS - 1u);
  let lane = local - group * LANES;
  column = number % BLOCKS * LANES + lane;
  let isTaken = lane < LANES && column < WIDTH;
  if (isTaken) {
    for (var i = group; i < counts[0]; i += GROUPS) {
      let cut = cutRows[i];
      let tiles = (cut.length - 1u) / MERGE_TILE + 1u;
      writeResults(cut.id * WIDTH + column, cut.length, foldRows(cut.mergeTile, tiles, cut.mergeTile));
    }
  }
  for (var i = 0u; i < counts[1]; i++) {
    let cut = cutRows[JOINED - 1u - i];
    let tiles = (cut.length - 1u) / MERGE_TILE + 1u;
    // Tiles of a group: the smallest power of two with which GROUPS groups have all.
    var each = 1u;
    for (var level = 0u; level < 32u; level++) {
      if (each * GROUPS >= tiles) {
        break;
      }
      each *= 2u;
    }
    let begin = group * each;
    if (isTaken && begin < tiles) {
      subtreesOfGroups[local] = foldRows(cut.mergeTile + begin, min(each, tiles - begin), cut.mergeTile);
    }
    for (var step = 1u; step < GROUPS; step *= 2u) {
      workgroupBarrier();
      if (isTaken && group % (2u * step) == 0u && (group + step) * each < tiles && group + step < GROUPS) {
        subtreesOfGroups[local] = combine(subtreesOfGroups[local], subtreesOfGroups[local + step * LANES]);
      }
    }
    if (isTaken && group == 0u) {
      writeResults(cut.id * WIDTH + column, cut.length, subtreesOfGroups[local]);
    }
    workgroupBarrier();
  }
}
