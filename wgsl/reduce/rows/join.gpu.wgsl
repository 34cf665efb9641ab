// After the sweep of rows: folds the results of the tiles of each segment that was cut. A workgroup takes JOINED merge
// tiles, in which such segments begin. LANES lanes fold a segment of up to MANY tiles, each one column. All lanes share
// a segment of more tiles: each folds a subtree of one column, and subtrees are combined pairwise.
//
//   state, offsets, partials   read: see sweep.gpu.wgsl
//   outputs                    written, only for segments that are cut
//
// import workgroupIndex from plan/grid
// import column, foldTiles from reduce/rows/terms
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
  let rounds = (counts[0] + GROUPS - 1u) / GROUPS;
  for (var round = 0u; round < rounds + counts[1]; round++) {
    // A group takes a segment of few tiles, or a part of one of many.
    let isShared = round >= rounds;
    let index = select(round * GROUPS + group, JOINED - 1u - (round - rounds), isShared);
    var tiles = 0u;
    var each = 0u;
    var begin = 0u;
    let cut = cutRows[min(index, JOINED - 1u)];
    if (isTaken && (isShared || index < counts[0])) {
      tiles = (cut.length - 1u) / MERGE_TILE + 1u;
      each = tiles;
    }
    if (isShared) {
      // Tiles of a group: the smallest power of two with which GROUPS groups have all.
      let least = max((tiles + GROUPS - 1u) / GROUPS, 1u);
      each = 1u << (32u - countLeadingZeros(least - 1u));
      begin = group * each;
    }
    if (begin < tiles) {
      let value = foldTiles(cut.mergeTile + begin, min(each, tiles - begin), cut.mergeTile);
      if (isShared) {
        subtreesOfGroups[local] = value;
      } else {
        writeResults(cut.id * WIDTH + column, cut.length, value);
      }
    }
    if (isShared) {
      for (var step = 1u; step < GROUPS; step *= 2u) {
        workgroupBarrier();
        if (group % (2u * step) == 0u && group + step < GROUPS && (group + step) * each < tiles) {
          subtreesOfGroups[local] = combine(subtreesOfGroups[local], subtreesOfGroups[local + step * LANES]);
        }
      }
      if (begin < tiles && group == 0u) {
        writeResults(cut.id * WIDTH + column, cut.length, subtreesOfGroups[local]);
      }
      workgroupBarrier();
    }
  }
}
