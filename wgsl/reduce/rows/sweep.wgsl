// Rows of features by offsets, or in segments of one size, without a partition. A workgroup takes GROUPS merge
// tiles of rows and segments (reduce/sweep/owned.wgsl). LANES lanes take a merge tile, each COLUMNS columns, one
// segment after another, or two of one row each. So neighbouring lanes load and store neighbouring words, and no lane
// waits for another in the loop over rows. A segment longer than MERGE_TILE is cut as in
// reduce/sweep/sweep.gpu.wgsl: each later merge tile folds MERGE_TILE rows of it, and join.wgsl folds the results.
//
//   offsets, input, rowsIn, weightsIn   read (reduce/rows/terms)
//   outputs                             written: WIDTH results a segment, by segment id, if it is not cut
//   partials                            written: two slots a merge tile, WIDTH accumulators each
//   state                               written: for each merge tile, from FIRST_CUT on, the id + 1 of the segment that
//                                       begins in it and is cut, or 0
//   BLOCKS                              workgroups that share the columns of a merge tile
//   PAIRS                               whether two single rows are taken together
//
// import workgroupIndex from plan/grid
// import ownedFrom, TileBound, boundOf, TURNS from reduce/sweep/owned.gpu
// import column, foldRows, writeRow, storePartials from reduce/rows/terms
// given boundAt, segmentsOfCall, WORKGROUP, MERGE_TILE, LANES, COLUMNS, GROUPS, BLOCKS, WIDTH, CUTS, FIRST_CUT
// given PAIRS, foldSingles

var<storage, read_write> state: array<u32>;

/** Where the workgroup's merge tiles begin, and the next one. */
var<workgroup> tileBounds: array<TileBound, GROUPS + 1u>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let number = workgroupIndex(workgroup, grid);
  let firstTile = number / BLOCKS * GROUPS;
  let segments = segmentsOfCall();
  for (var i = local; i <= GROUPS; i += WORKGROUP) {
    tileBounds[i] = boundOf(firstTile + i, segments, 0u);
  }
  workgroupBarrier();
  let group = min(local / LANES, GROUPS - 1u);
  let lane = local - group * LANES;
  let mergeTile = firstTile + group;
  let first = tileBounds[group];
  let last = tileBounds[group + 1u];
  var cut = 0u;
  if (CUTS) {
    let leaves = last.next > first.next && last.length > MERGE_TILE && last.home == mergeTile;
    if (leaves) {
      // If offsets fall, a later merge tile may not find the segment just before the first one that it owns. What they
      // find never falls. So if the last one finds it, all do.
      let later = (last.length - 1u) / MERGE_TILE;
      cut = select(0u, last.next, ownedFrom((mergeTile + later) * MERGE_TILE, segments) == last.next);
    }
  }
  column = number % BLOCKS * (LANES * COLUMNS) + lane;
  if (lane >= LANES || column >= WIDTH) {
    return;
  }
  if (CUTS && column == 0u && FIRST_CUT + mergeTile < arrayLength(&state)) {
    state[FIRST_CUT + mergeTile] = cut;
  }
  // The tile of an earlier segment comes first, as if it were a segment.
  let skipped = (mergeTile - min(first.home, mergeTile)) * MERGE_TILE;
  let continues = CUTS && first.next > 0u && first.length > MERGE_TILE && first.home < mergeTile &&
      skipped < first.length;
  var id = first.next;
  var bound = boundAt(id);
  var end = boundAt(min(id + 1u, segments));
  if (continues) {
    id -= 1u;
    end = bound;
  }
  for (var turn = 0u; turn < TURNS; turn++) {
    if (id >= last.next) {
      break;
    }
    // The next segment's end is loaded before this one's rows are waited for.
    let nextEnd = boundAt(min(id + 2u, segments));
    let isEarlier = CUTS && id < first.next;
    let isCut = CUTS && id + 1u == cut;
    var begin = min(bound, end);
    var count = end - begin;
    if (PAIRS & (count == 1u) & (nextEnd == end + 1u) & (id + 1u < last.next)) {
      let afterNext = boundAt(min(id + 3u, segments));
      let singles = foldSingles(begin, end);
      writeRow(id, 1u, singles[0]);
      writeRow(id + 1u, 1u, singles[1]);
      bound = nextEnd;
      end = afterNext;
      id += 2u;
      continue;
    }
    if (isEarlier) {
      begin = first.begin + skipped;
      count = min(first.length - skipped, MERGE_TILE);
    } else if (isCut) {
      count = MERGE_TILE;
    }
    let result = foldRows(begin, count, select(begin, first.begin, isEarlier));
    if (isEarlier || isCut) {
      storePartials(2u * mergeTile + select(1u, 0u, isEarlier), result);
    } else {
      writeRow(id, count, result);
    }
    bound = end;
    end = nextEnd;
    id++;
  }
}
