// After a sift: an exclusive scan of the tiles' copied items, segment by segment. A segment with enough of them, and
// not too many, is read from its candidates from now on. A block takes a segment.
//
//   state, large   read
//   tileSums       the copied items of a tile become those of the segment's earlier tiles
//   records        written: number of candidates
//
// import largeAt from partition/tile_table
// import pivotAt, siftRoom from select/sift/sifted
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
  let firstTile = segment.x + entry;
  let tiles = select(0u, (segment.z - 1u) / TILE + 1u, live);
  let perLane = tiles / BLOCK_LANES + 1u;
  let first = min(blockLane(local) * perLane, tiles);
  let end = min(first + perLane, tiles);
  var sum = 0u;
  for (var i = first; i < end; i++) {
    sum += tileSums[firstTile + i].x;
  }
  let scan = blockScan(local, sum);
  var before = scan.before;
  for (var i = first; i < end; i++) {
    let count = tileSums[firstTile + i].x;
    tileSums[firstTile + i].x = before;
    before += count;
  }
  if (live && blockLane(local) == 0u) {
    let source = records[sourceAt(0u, entry)];
    if (scan.total > source.w && scan.total <= siftRoom(Segment(segment.y, segment.z))) {
      records[sourceAt(0u, entry)].x = scan.total;
    }
  }
}
