// The tile table of the large class. All full tiles come first, segment after segment. Every segment's last tile
// follows. So neighbouring lanes do equal work. A tile finds its segment by binary search in `large`.
//
// import Segment from plan/state
// given SEGMENT_SIZE, TILE, FULL_TILE_COUNT, LARGE_COUNT

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

/** A large segment's entry in the table. Segments of one size have no table: their entries are computed. */
fn largeAt(entry: u32) -> vec4u {
  let size = state[SEGMENT_SIZE];
  return select(large[entry], vec4u((size - 1u) / TILE * entry, size * entry, size, 0u), size != 0u);
}

fn tileAt(number: u32) -> Tile {
  let full = state[FULL_TILE_COUNT];
  var entry = number - full;
  if (number < full) {
    // Finds the last entry with at most `number` full tiles before it.
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
  // If segments overlap, which they must not, the table may lack some whose tiles have numbers.
  let index = select(fullTiles, min(number - segment.x, fullTiles), number < full);
  let count = min(segment.z - index * TILE, TILE);
  return Tile(segment.y + index * TILE, count, Segment(segment.y, segment.z), entry, index, fullTiles + 1u,
              segment.x + entry);
}

// ---- part uniformTile
// The tile of a workgroup. One lane searches the tile table. WGSL's uniformity analysis knows the tile to be the same
// in all lanes, so barriers may follow.
//
// given TILE_COUNT

var<storage, read_write> state: array<u32>;

var<workgroup> sharedTile: Tile;

/** Tile `number`, or a tile without items if there are fewer. For uniform control flow only, since it has a barrier. */
fn uniformTile(number: u32, local: u32) -> Tile {
  if (local == 0u) {
    sharedTile.count = 0u;
    if (number < state[TILE_COUNT]) {
      sharedTile = tileAt(number);
    }
  }
  return workgroupUniformLoad(&sharedTile);
}
