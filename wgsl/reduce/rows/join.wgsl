// Folds the results of the tiles of each segment that was cut. A workgroup takes JOINED merge tiles, in which such
// segments begin, or JOINED listed segments. LANES lanes fold a segment of up to MANY parts, each one column. All lanes
// share a segment of more parts: each folds a subtree of one column, and subtrees are combined pairwise. A part is a
// tile, or of a listed segment without tiles a leaf of rows.
//
//   outputs   written, only for segments that are cut
//
// import column from reduce/rows/terms
// given Acc, combine, listCuts, partsOf, foldParts, WORKGROUP, LANES, GROUPS, BLOCKS, WIDTH, JOINED, MANY, writeResults

/** A segment that was cut: its merge tile, or its first tile slot, and if it is listed, its first row. */
struct CutRows {
  id: u32,
  length: u32,
  home: u32,
  begin: u32,
}

/** Those of few parts from the first on, those of many from the last one backwards. */
var<workgroup> cutRows: array<CutRows, JOINED>;
var<workgroup> cutCounts: array<atomic<u32>, 2>;
var<workgroup> cutEnds: array<u32, 2>;
var<workgroup> subtreesOfGroups: array<Acc, WORKGROUP>;

fn noteCut(cut: CutRows) {
  let isLong = partsOf(cut) > MANY;
  let slot = atomicAdd(&cutCounts[select(0u, 1u, isLong)], 1u);
  cutRows[select(slot, JOINED - 1u - slot, isLong) % JOINED] = cut;
}

/** Joins the segments of a task. BLOCKS tasks share the columns. Lanes call it together. */
fn joinCuts(number: u32, local: u32) {
  listCuts(number / BLOCKS * JOINED, local);
  workgroupBarrier();
  if (local < 2u) {
    cutEnds[local] = atomicLoad(&cutCounts[local]);
  }
  let counts = workgroupUniformLoad(&cutEnds);
  let group = min(local / LANES, GROUPS - 1u);
  let lane = local - group * LANES;
  column = number % BLOCKS * LANES + lane;
  let isTaken = lane < LANES && column < WIDTH;
  let rounds = (counts[0] + GROUPS - 1u) / GROUPS;
  for (var round = 0u; round < rounds + counts[1]; round++) {
    // A group takes a segment of few parts, or a part of one of many.
    let isShared = round >= rounds;
    let index = select(round * GROUPS + group, JOINED - 1u - (round - rounds), isShared);
    var parts = 0u;
    var each = 0u;
    var begin = 0u;
    let cut = cutRows[min(index, JOINED - 1u)];
    if (isTaken && (isShared || index < counts[0])) {
      parts = partsOf(cut);
      each = parts;
    }
    if (isShared) {
      // Parts of a group: the smallest power of two with which GROUPS groups have all.
      let least = max((parts + GROUPS - 1u) / GROUPS, 1u);
      each = 1u << (32u - countLeadingZeros(least - 1u));
      begin = group * each;
    }
    if (begin < parts) {
      let value = foldParts(cut, begin, min(each, parts - begin));
      if (isShared) {
        subtreesOfGroups[local] = value;
      } else {
        writeResults(cut.id * WIDTH + column, cut.length, value);
      }
    }
    if (isShared) {
      for (var step = 1u; step < GROUPS; step *= 2u) {
        workgroupBarrier();
        if (group % (2u * step) == 0u && group + step < GROUPS && (group + step) * each < parts) {
          subtreesOfGroups[local] = combine(subtreesOfGroups[local], subtreesOfGroups[local + step * LANES]);
        }
      }
      if (begin < parts && group == 0u) {
        writeResults(cut.id * WIDTH + column, cut.length, subtreesOfGroups[local]);
      }
      workgroupBarrier();
    }
  }
}

// ---- choice cuts: swept
// After the sweep of rows.
//
//   state, offsets, partials   read: see sweep.wgsl
//
// import workgroupIndex from plan/grid
// import foldTiles from reduce/rows/parts
// import joinCuts, noteCut, CutRows from reduce/rows/join
// given Acc, segmentAt, itemsOfCall, segmentsOfCall, WORKGROUP, MERGE_TILE, FIRST_CUT, JOINED

var<storage, read_write> state: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  joinCuts(workgroupIndex(workgroup, grid), invocation.x);
}

/** Notes the segments that begin in the workgroup's merge tiles and were cut. */
fn listCuts(firstTile: u32, local: u32) {
  for (var i = local; i < JOINED; i += WORKGROUP) {
    let mergeTile = firstTile + i;
    // The sweep has written nothing for merge tiles after the last one.
    let isThere = mergeTile * MERGE_TILE <= itemsOfCall() + segmentsOfCall();
    if (isThere && FIRST_CUT + mergeTile < arrayLength(&state)) {
      let next = state[FIRST_CUT + mergeTile];
      if (next > 0u) {
        noteCut(CutRows(next - 1u, segmentAt(next - 1u).length, mergeTile, 0u));
      }
    }
  }
}

fn partsOf(cut: CutRows) -> u32 {
  return (cut.length - 1u) / MERGE_TILE + 1u;
}

fn foldParts(cut: CutRows, first: u32, count: u32) -> Acc {
  return foldTiles(cut.home + first, count, cut.home);
}

// ---- choice cuts: listed
// Segments by begin and end. Workgroups take listed segments, then those a whole grid further. A lane reads the rows of
// a segment without tiles itself.
//
//   lists, partials              read: see lists.wgsl, range_tiles.wgsl
//   input, rowsIn, weightsIn     read (reduce/rows/terms)
//
// import workgroupIndex from plan/grid
// import push, foldStack from reduce/fold/stack
// import leafOfTiles, leafOfRows from reduce/rows/parts
// import MAX_LEAVES from reduce/rows/terms
// import joinCuts, noteCut, CutRows, cutCounts from reduce/rows/join
// import longAt, ENTRIES, NO_SLOT from reduce/rows/lists
// given Acc, combine, identity, WORKGROUP, TILE, BLOCKS, JOINED, LEAF, TERMS_OF_LEAF, TREE

var<storage, read_write> lists: array<u32>;
var<workgroup> sharedEntries: u32;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  if (local == 0u) {
    sharedEntries = lists[ENTRIES];
  }
  let tasks = (workgroupUniformLoad(&sharedEntries) + JOINED - 1u) / JOINED * BLOCKS;
  for (var number = workgroupIndex(workgroup, grid); number < tasks; number += grid.x * grid.y) {
    joinCuts(number, local);
    // The next task lists other segments.
    workgroupBarrier();
    if (local < 2u) {
      atomicStore(&cutCounts[local], 0u);
    }
    workgroupBarrier();
  }
}

/** Notes the listed segments from `first` on. */
fn listCuts(first: u32, local: u32) {
  for (var i = local; i < JOINED; i += WORKGROUP) {
    if (first + i < sharedEntries) {
      let long = longAt(first + i);
      noteCut(CutRows(long.id, long.length, long.firstSlot, long.begin));
    }
  }
}

fn partsOf(cut: CutRows) -> u32 {
  return (cut.length - 1u) / select(TILE, TERMS_OF_LEAF, cut.home == NO_SLOT) + 1u;
}

fn foldParts(cut: CutRows, first: u32, count: u32) -> Acc {
  let hasTiles = cut.home != NO_SLOT;
  let size = select(1u, LEAF, hasTiles);
  var result = identity();
  for (var leaf = 0u; leaf < MAX_LEAVES; leaf++) {
    let begin = leaf * size;
    if (begin >= count) {
      break;
    }
    var value = identity();
    if (hasTiles) {
      value = leafOfTiles(cut.home + first + begin, min(count - begin, LEAF), NO_SLOT);
    } else {
      let skipped = (first + begin) * TERMS_OF_LEAF;
      value = leafOfRows(cut.begin + skipped, min(cut.length - skipped, TERMS_OF_LEAF), cut.begin);
    }
    if (TREE) {
      push(leaf, value);
    } else if (leaf == 0u) {
      result = value;
    } else {
      result = combine(result, value);
    }
  }
  if (TREE) {
    result = foldStack((count - 1u) / size + 1u);
  }
  return result;
}
