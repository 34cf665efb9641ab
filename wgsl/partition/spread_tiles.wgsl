// Tiles of large segments that all have the same number of tile slots. A tile is TILE items, or the smallest power of
// two times as many for which the slots suffice. A short segment has empty slots. The first tiles of all segments have
// the lowest numbers, so that neighbouring lanes have work.
//
// import Segment, listedSegment from plan/state
// given TILE, TILES_EACH, LARGE_COUNT, LARGE_BIN

var<storage, read_write> state: array<u32>;

struct SpreadTile {
  begin: u32,         // first item
  count: u32,         // items; 0 for an empty slot
  entry: u32,         // the segment's index in the large bin's list
  slot: u32,          // the tile's index among all tile slots, segment after segment
  segment: Segment,
}

fn tilesOf(length: u32, size: u32) -> u32 {
  return length / size + select(0u, 1u, length % size != 0u);
}

fn tileSize(length: u32, each: u32) -> u32 {
  var size = TILE;
  while (tilesOf(length, size) > each) {
    size *= 2u;
  }
  return size;
}

fn spreadTileAt(number: u32) -> SpreadTile {
  let each = max(state[TILES_EACH], 1u);
  let segments = max(state[LARGE_COUNT], 1u);
  let entry = number % segments;
  let index = number / segments;
  let segment = listedSegment(LARGE_BIN, entry);
  let size = tileSize(segment.length, each);
  let slot = entry * each + index;
  if (index >= tilesOf(segment.length, size)) {
    return SpreadTile(segment.begin, 0u, entry, slot, segment);
  }
  return SpreadTile(segment.begin + index * size, min(size, segment.length - index * size), entry, slot, segment);
}
