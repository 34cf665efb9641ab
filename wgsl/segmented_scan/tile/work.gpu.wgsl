// The work of a merge tile, found by a workgroup together. As in segmented_scan/pieces.software.wgsl a merge tile owns
// the segments that begin in it, and a long segment is cut into pieces of MERGE_TILE items.
//
// uses  firstOwned (reduce/sweep/owned)
// takes segmentAt (partition/segments/offsets | partition/segments/offsets_or_size | partition/segments/ranges |
//       segmented_scan/segments/listed)
// given WORKGROUP  MERGE_TILE  SWEEP_MAX_LENGTH

struct TileWork {
  id: u32,        // the segment of a piece that continues
  piece: u32,     // its piece: 0 if no segment continues
  first: u32,     // the first segment owned
  last: u32,      // the first segment after those owned
  pieces: u32,    // pieces of the last owned segment that this workgroup takes: the first one if it is cut, else all
  cut: u32,       // 1 if the last owned segment is cut
  falls: u32,     // 1 if an owned segment ends behind the start of the next one, since offsets fall
}

var<workgroup> ownedBounds: array<u32, 2>;
var<workgroup> missing: atomic<u32>;
var<workgroup> falling: atomic<u32>;
var<workgroup> sharedWork: TileWork;

/**
 * Whether each later merge tile that has a piece of the segment finds it just before its first owned one. If offsets do
 * not fall, all do. Lanes look for different pieces.
 */
fn findPieces(id: u32, length: u32, mergeTile: u32, segments: u32, local: u32) {
  let pieces = piecesOf(length);
  for (var piece = 1u + local; piece < pieces; piece += WORKGROUP) {
    if (firstOwned((mergeTile + piece) * MERGE_TILE, segments) != id + 1u) {
      atomicMax(&missing, 1u);
    }
  }
}

/** Whether an owned segment ends behind the start of the next one. Lanes look at different segments. */
fn findFalls(first: u32, last: u32, local: u32) {
  for (var id = first + local; id + 1u < last; id += WORKGROUP) {
    let segment = segmentAt(id);
    if (segment.begin + segment.length > segmentAt(id + 1u).begin) {
      atomicMax(&falling, 1u);
    }
  }
}

/** Pieces of a segment, at least one. */
fn piecesOf(length: u32) -> u32 {
  return max((length + MERGE_TILE - 1u) / MERGE_TILE, 1u);
}

/** The work of a merge tile. All lanes of the workgroup call it, and all get the same. */
fn workOfTile(mergeTile: u32, segments: u32, local: u32) -> TileWork {
  if (local < 2u) {
    ownedBounds[local] = firstOwned((mergeTile + local) * MERGE_TILE, segments);
  }
  if (local == 0u) {
    atomicStore(&missing, 0u);
    atomicStore(&falling, 0u);
  }
  let bounds = workgroupUniformLoad(&ownedBounds);
  let first = bounds[0];
  let last = max(bounds[1], first);
  let owner = max(last, 1u) - 1u;
  let owns = last > first;
  let length = segmentAt(owner).length;
  let long = owns && length > SWEEP_MAX_LENGTH;
  if (long) {
    findPieces(owner, length, mergeTile, segments, local);
  }
  findFalls(first, last, local);
  workgroupBarrier();
  if (local == 0u) {
    let owned = (segmentAt(owner).begin + owner) / MERGE_TILE == mergeTile;
    let cut = long && owned && atomicLoad(&missing) == 0u;
    // The segment before the first owned one may continue in this merge tile.
    let id = max(first, 1u) - 1u;
    let segment = segmentAt(id);
    let piece = mergeTile - (segment.begin + id) / MERGE_TILE;
    let continues = first > 0u && segment.length > SWEEP_MAX_LENGTH && piece < piecesOf(segment.length);
    let pieces = select(piecesOf(length), 1u, cut);
    sharedWork = TileWork(id, select(0u, piece, continues), first, last, select(0u, pieces, owns), select(0u, 1u, cut),
                          atomicLoad(&falling));
  }
  return workgroupUniformLoad(&sharedWork);
}
