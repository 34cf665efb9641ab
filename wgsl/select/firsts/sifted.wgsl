// What the sift of a top-k leaves for each large segment.
//
//   sifts        four words a segment: its pivot, low and high word · 1 if it has one · the items that were copied
//   candidates   copied items, in any order: those of a segment begin at an eighth of the index of its first item, and
//                are at most an eighth of its items. Then the first items of each tile of segments without copies
//
//   SIFT_ROOM   candidates that the sift has room for
//
// import Segment from plan/state
// given MAX_K, TILE, SIFT_ROOM

/** Candidates of a segment. */
struct Candidates {
  first: u32,
  count: u32,
}

/** About four times as many items as a sift copies on average. With more, the last kernel would take long. */
fn siftRoom(segment: Segment) -> u32 {
  return min(segment.length / 8u, segment.length / 512u + 4096u);
}

fn firstSifted(segment: Segment) -> u32 {
  return segment.begin / 8u;
}

/** The first items of a segment's tiles: `wanted` of each, or all, tile after tile. `firstTile` is the segment's. */
fn ofTiles(firstTile: u32, wanted: u32, length: u32) -> Candidates {
  let each = min(wanted, TILE);
  let before = (length - 1u) / TILE;
  return Candidates(SIFT_ROOM + firstTile * MAX_K, before * each + min(wanted, length - before * TILE));
}

// ---- choice sifted: none
// A plan without a sift.
//
// import Segment from plan/state

fn siftedItems(entry: u32, segment: Segment, wanted: u32) -> u32 {
  return 0u;
}

// ---- choice sifted: counted
// A plan with a sift.
//
// import Segment from plan/state
// import siftRoom from select/firsts/sifted

var<storage, read_write> sifts: array<atomic<u32>>;

/** Number of items that the sift copied, or 0 if they are too few or too many. */
fn siftedItems(entry: u32, segment: Segment, wanted: u32) -> u32 {
  let count = atomicLoad(&sifts[4u * entry + 3u]);
  let enough = (atomicLoad(&sifts[4u * entry + 2u]) != 0u) & (count >= wanted) & (count <= siftRoom(segment));
  return select(0u, count, enough);
}
