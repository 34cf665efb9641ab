// The tile table of the large class. Tiles are numbered full ones first (segment after segment), then every segment's
// last one, so that neighbouring lanes do equal work; a tile finds its segment by binary search in `large`.

struct Tile {
  start: u32,        // first item
  count: u32,        // items: TILE, or fewer in a segment's last tile
  entry: u32,        // the segment's entry in `large`
  index: u32,        // the tile's number inside its segment
  tiles: u32,        // tiles of the segment
  firstTile: u32,    // tiles of all earlier large segments
}

fn tileAt(number: u32) -> Tile {
  let full = state[FULL_TILE_COUNT];
  var entry = number - full;
  if (number < full) {
    // The last entry whose count of earlier full tiles is not past `number`.
    var low = 0u;
    var high = state[LARGE_COUNT];
    while (high - low > 1u) {
      let middle = (low + high) / 2u;
      if (large[middle].x <= number) {
        low = middle;
      } else {
        high = middle;
      }
    }
    entry = low;
  }
  let segment = large[entry];
  let fullTiles = (segment.z - 1u) / TILE;
  // Of segments that overlap, though they must not, the table may lack some whose tiles are numbered.
  let index = select(fullTiles, min(number - segment.x, fullTiles), number < full);
  let count = min(segment.z - index * TILE, TILE);
  return Tile(segment.y + index * TILE, count, entry, index, fullTiles + 1u, segment.x + entry);
}
