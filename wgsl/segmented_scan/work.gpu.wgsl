// The work of a merge tile, found by a workgroup together. As in segmented_scan/work.software.wgsl a merge tile owns
// the segments that begin in it, and a long segment is cut into pieces of MERGE_TILE items.
//
// import firstOwned from reduce/sweep/owned
// import isInPieces, owningTile, piecesOf from segmented_scan/pieces
// given segmentAt, WORKGROUP, MERGE_TILE

struct TileWork {
  piece: u32,   // the piece of the segment before `first` that continues here: 0 if none does
  first: u32,   // the first segment owned
  last: u32,    // the first segment after those owned
  kind: u32,    // sum of these constants
}

const TILE_CUT = 1u;     // the last owned segment is cut, and this workgroup takes its first piece
const TILE_LONG = 2u;    // the last owned segment has several pieces, and this workgroup takes them all
const TILE_FALLS = 4u;   // an owned segment ends behind the start of the next one, since offsets fall

var<workgroup> ownedBounds: array<u32, 2>;
var<workgroup> sharedCuts: array<u32, 2>;
var<workgroup> falling: atomic<u32>;
var<workgroup> sharedWork: TileWork;

/** Whether an owned segment ends behind the start of the next one. Lanes look at different segments. */
fn findFalls(first: u32, last: u32, local: u32) {
  for (var id = first + local; id + 1u < last; id += WORKGROUP) {
    let segment = segmentAt(id);
    if (segment.begin + segment.length > segmentAt(id + 1u).begin) {
      atomicMax(&falling, 1u);
    }
  }
}

/** The work of a merge tile. All lanes of the workgroup call it, and all get the same. */
fn workOfTile(mergeTile: u32, segments: u32, local: u32) -> TileWork {
  if (local < 2u) {
    ownedBounds[local] = firstOwned((mergeTile + local) * MERGE_TILE, segments);
  }
  if (local == 0u) {
    atomicStore(&falling, 0u);
  }
  let bounds = workgroupUniformLoad(&ownedBounds);
  let first = bounds[0];
  let last = max(bounds[1], first);
  // The segment before the first owned one, which may continue in this merge tile, and the last owned one.
  let before = max(first, 1u) - 1u;
  let owned = max(last, 1u) - 1u;
  if (local < 2u) {
    let id = select(before, owned, local == 1u);
    sharedCuts[local] = select(0u, 1u, isInPieces(id, segmentAt(id), segments));
  }
  findFalls(first, last, local);
  workgroupBarrier();
  if (local == 0u) {
    let segment = segmentAt(before);
    let piece = mergeTile - owningTile(before, segment);
    let continues = first > 0u && sharedCuts[0] == 1u && piece < piecesOf(segment.length);
    let owns = last > first;
    let cut = owns && sharedCuts[1] == 1u;
    let isLong = owns && !cut && piecesOf(segmentAt(owned).length) > 1u;
    let kind = select(0u, TILE_CUT, cut) + select(0u, TILE_LONG, isLong) + TILE_FALLS * atomicLoad(&falling);
    sharedWork = TileWork(select(0u, piece, continues), first, last, kind);
  }
  return workgroupUniformLoad(&sharedWork);
}

// ---- part totals
// The lower part of a tree in workgroup memory: a lane has at most one whole leaf. Leaves of a segment that follow each
// other are in lanes that follow each other.
//
// given Acc, WORKGROUP, combine

// After `sumLeaves` the total of leaf i is that of the largest subtree that ends with it: as many leaves as the lowest
// bit of i + 1.
var<workgroup> totals: array<Acc, WORKGROUP>;

/** Adds the totals up. `leaf`: the index of the lane's leaf from the start of its piece. All lanes call it. */
fn sumLeaves(local: u32, live: bool, leaf: u32) {
  for (var span = 1u; span < WORKGROUP; span <<= 1u) {
    workgroupBarrier();
    if (live && ((leaf + 1u) & (2u * span - 1u)) == 0u && local >= span) {
      totals[local] = combine(totals[local - span], totals[local]);
    }
  }
  workgroupBarrier();
}
