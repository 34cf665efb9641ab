// After a prefilter: exclusive scans of the tiles' copied items and of their items equal to the pivot, segment by
// segment. If both are enough, and the copied ones not too many, the segment is read from its candidates from now on:
// the copied items, then as many of the equal ones as are needed. A block takes a segment.
//
//   state, large   read
//   tileSums       the items of a tile become those of the segment's earlier tiles
//   records        written: number of candidates, and of equal ones among them
//
// import largeAt from partition/tile_table
// import pivotAt, prefilterRoom from select/prefilter/prefiltered
// import sourceAt from select/radix/records
// import Segment from plan/state
// given blockIndex, BLOCK_LANES, blockLane, blockScan, LARGE_COUNT, TILE

var<storage, read_write> state: array<u32>;
var<storage, read_write> records: array<vec4u>;
var<storage, read_write> tileSums: array<vec2u>;

fn task(workgroup: u32, local: u32) {
  let block = blockIndex(workgroup, local);
  let inTable = block < state[LARGE_COUNT];
  let entry = select(0u, block, inTable);
  let segment = largeAt(entry);
  let live = inTable && records[pivotAt(entry)].z != 0u;
  let firstTile = 2u * (segment.x + entry);
  let tiles = select(0u, (segment.z - 1u) / TILE + 1u, live);
  let perLane = tiles / BLOCK_LANES + 1u;
  let first = min(blockLane(local) * perLane, tiles);
  let end = min(first + perLane, tiles);
  var sum = vec2u();
  for (var i = first; i < end; i++) {
    sum += vec2u(tileSums[firstTile + 2u * i].x, tileSums[firstTile + 2u * i + 1u].x);
  }
  let scan = blockScan(local, sum);
  var before = scan.before;
  for (var i = first; i < end; i++) {
    let count = vec2u(tileSums[firstTile + 2u * i].x, tileSums[firstTile + 2u * i + 1u].x);
    tileSums[firstTile + 2u * i].x = before.x;
    tileSums[firstTile + 2u * i + 1u].x = before.y;
    before += count;
  }
  if (live && blockLane(local) == 0u) {
    let needed = records[sourceAt(0u, entry)].w + 1u;
    let lesser = scan.total.x;
    let equal = max(needed, lesser) - lesser;
    if (equal <= scan.total.y && max(needed, lesser) <= prefilterRoom(Segment(segment.y, segment.z))) {
      records[sourceAt(0u, entry)].x = lesser + equal;
      records[sourceAt(0u, entry)].y = equal;
    }
  }
}
