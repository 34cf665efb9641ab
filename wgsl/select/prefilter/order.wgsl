// Last step of a prefilter: the copied items of the tiles in the order of the tiles, then the first items that are
// equal to the pivot, from the input. So items with equal keys are in input order. A block takes a tile.
//
//   state, large, records, tileSums   read
//   candidateKeys, candidateIndices   from a segment's second half to its first one
//
// import tileAt from partition/tile_table
// import sourceAt, OF_INPUT from select/radix/records
// import prefilteredTile, firstPrefiltered, pivotAt from select/prefilter/prefiltered
// given blockIndex, blockLane, BLOCK_LANES, unpackedKey, sourceMap, sourceKey, blockScan, Key, TILE_COUNT
// given CANDIDATES_PER

var<storage, read_write> state: array<u32>;
var<storage, read_write> records: array<vec4u>;
var<storage, read_write> tileSums: array<vec2u>;
var<storage, read_write> candidateKeys: array<Key>;
var<storage, read_write> candidateIndices: array<u32>;

fn task(workgroup: u32, local: u32) {
  let number = blockIndex(workgroup, local);
  let inTable = number < state[TILE_COUNT];
  let tile = tileAt(select(0u, number, inTable));
  let source = records[sourceAt(0u, tile.entry)];
  let live = inTable && source.x != OF_INPUT;
  let row = prefilteredTile(tile);
  let lesser = source.x - source.y;
  let sums = tileSums[row];
  var end = lesser;
  if (tile.index + 1u < tile.tiles) {
    end = tileSums[row + 2u].x;
  }
  let begin = tile.segment.begin / CANDIDATES_PER;
  let start = firstPrefiltered(tile.segment) + sums.y;
  // Sums of segments that overlap may be garbage.
  let count = select(0u, min(end - sums.x, tile.count), live);
  for (var i = blockLane(local); i < count; i += BLOCK_LANES) {
    candidateKeys[begin + sums.x + i] = candidateKeys[start + i];
    candidateIndices[begin + sums.x + i] = candidateIndices[start + i];
  }
  // A lane takes neighbouring items, so that one scan is enough.
  let equalBefore = tileSums[row + 1u].x;
  let reads = select(0u, tile.count, live && equalBefore < source.y);
  let perLane = (reads + BLOCK_LANES - 1u) / BLOCK_LANES;
  let first = min(blockLane(local) * perLane, reads);
  let last = min(first + perLane, reads);
  let pivot = unpackedKey(records[pivotAt(tile.entry)].xy);
  let map = sourceMap();
  var equal = 0u;
  for (var i = first; i < last; i++) {
    equal += select(0u, 1u, all(sourceKey(map, tile.start + i) == pivot));
  }
  var place = equalBefore + blockScan(local, equal).before;
  for (var i = first; i < last && place < source.y; i++) {
    if (all(sourceKey(map, tile.start + i) == pivot)) {
      candidateKeys[begin + lesser + place] = pivot;
      candidateIndices[begin + lesser + place] = tile.start + i;
      place++;
    }
  }
}
