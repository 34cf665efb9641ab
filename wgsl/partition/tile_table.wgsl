// The tile table of the large class. Tiles are numbered full ones first (segment after segment), then every segment's
// last one, so that neighbouring lanes do equal work; a tile finds its segment by binary search in `large`.
//
// uses  Segment (plan/state)
// given SEGMENT_SIZE  TILE  FULL_TILE_COUNT  LARGE_COUNT

var<storage, read_write> state: array<u32>;
var<storage, read_write> large: array<vec4u>;

struct Tile {
  start: u32,        // first item
  count: u32,        // items: TILE, or fewer in a segment's last tile
  segment: Segment,
  entry: u32,        // the segment's entry in `large`
  index: u32,        // the tile's number inside its segment
  tiles: u32,        // tiles of the segment
  firstTile: u32,    // tiles of all earlier large segments
}

/** A large segment's entry in the table. Segments of one size have no table: theirs follow from their numbers. */
fn largeAt(entry: u32) -> vec4u {
  let size = state[SEGMENT_SIZE];
  return select(large[entry], vec4u((size - 1u) / TILE * entry, size * entry, size, 0u), size != 0u);
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
      if (largeAt(middle).x <= number) {
        low = middle;
      } else {
        high = middle;
      }
    }
    entry = low;
  }
  let segment = largeAt(entry);
  let fullTiles = (segment.z - 1u) / TILE;
  // Of segments that overlap, though they must not, the table may lack some whose tiles are numbered.
  let index = select(fullTiles, min(number - segment.x, fullTiles), number < full);
  let count = min(segment.z - index * TILE, TILE);
  return Tile(segment.y + index * TILE, count, Segment(segment.y, segment.z), entry, index, fullTiles + 1u,
              segment.x + entry);
}
