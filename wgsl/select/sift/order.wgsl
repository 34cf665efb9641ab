// Last step of a sift: the copied items of the tiles in the order of the tiles. A block takes a tile.
//
//   state, large, records, tileSums   read
//   candidateKeys, candidateIndices   from a segment's second half to its first one
//
// import tileAt from partition/tile_table
// import sourceAt, OF_INPUT from select/radix/records
// import firstSifted from select/sift/sifted
// given blockIndex, blockLane, BLOCK_LANES, Key, TILE_COUNT, CANDIDATES_PER

var<storage, read_write> state: array<u32>;
var<storage, read_write> records: array<vec4u>;
var<storage, read_write> tileSums: array<vec2u>;
var<storage, read_write> candidateKeys: array<Key>;
var<storage, read_write> candidateIndices: array<u32>;

fn task(workgroup: u32, local: u32) {
  let number = blockIndex(workgroup, local);
  let inTable = number < state[TILE_COUNT];
  let tile = tileAt(select(0u, number, inTable));
  let candidates = records[sourceAt(0u, tile.entry)].x;
  if (!inTable || candidates == OF_INPUT) {
    return;
  }
  let row = tile.firstTile + tile.index;
  let sums = tileSums[row];
  var end = candidates;
  if (tile.index + 1u < tile.tiles) {
    end = tileSums[row + 1u].x;
  }
  let to = tile.segment.begin / CANDIDATES_PER + sums.x;
  let start = firstSifted(tile.segment) + sums.y;
  // Sums of segments that overlap may be garbage.
  let count = min(end - sums.x, tile.count);
  for (var i = blockLane(local); i < count; i += BLOCK_LANES) {
    candidateKeys[to + i] = candidateKeys[start + i];
    candidateIndices[to + i] = candidateIndices[start + i];
  }
}
