// A selection by digits, fourth step of a level: an exclusive scan of the tiles' sums, segment by segment. A block
// takes a segment.
//
// import largeAt from partition/tile_table
// import candidatesNow, sourceAt, OF_INPUT from select/radix/records
// given blockIndex, BLOCK_LANES, blockLane, blockScan, LARGE_COUNT, LAST_LEVEL, TILE

var<storage, read_write> state: array<u32>;
var<storage, read_write> records: array<vec4u>;
var<storage, read_write> tileSums: array<vec2u>;
var<uniform> level: vec4u;

fn task(workgroup: u32, local: u32) {
  let block = blockIndex(workgroup, local);
  let inTable = block < state[LARGE_COUNT];
  let entry = select(0u, block, inTable);
  let segment = largeAt(entry);
  let side = level.w;
  // Surplus blocks read no record: another block may write it.
  var candidates = OF_INPUT;
  if (inTable && !LAST_LEVEL) {
    candidates = candidatesNow(side, entry, segment.z);
  }
  let copies = candidates != OF_INPUT;
  let live = copies || (inTable && LAST_LEVEL);
  let firstTile = segment.x + entry;
  let tiles = select(0u, (segment.z - 1u) / TILE + 1u, live);
  let perLane = tiles / BLOCK_LANES + 1u;
  let first = min(blockLane(local) * perLane, tiles);
  let end = min(first + perLane, tiles);
  var sum = vec2u();
  for (var i = first; i < end; i++) {
    sum += tileSums[firstTile + i];
  }
  var before = blockScan(local, sum).before;
  for (var i = first; i < end; i++) {
    let count = tileSums[firstTile + i];
    tileSums[firstTile + i] = before;
    before += count;
  }
  // Other lanes of the block have read the record.
  if (BLOCK_LANES > 1u) {
    storageBarrier();
  }
  if (copies && blockLane(local) == 0u) {
    records[sourceAt(1u - side, entry)].x = candidates;
  }
}
