// A selection by digits, third step of a level: the number of keys that it keeps of each tile. It does nothing unless
// the level copies candidates or is the last one. A block takes a tile.
//
//   state, large, records, counters   read
//   tileSums[tile]                              written: number of lesser keys, and of keys with the digits so far
//
// import tileAt from partition/tile_table
// import sourceAt, OF_INPUT, NOTHING, WHOLE from select/radix/records
// import candidatesNow from select/radix/copies
// given blockIndex, tileKept, blockLane, TILE_COUNT, TILE, LAST_LEVEL

var<storage, read_write> state: array<u32>;
var<storage, read_write> records: array<vec4u>;
var<storage, read_write> tileSums: array<vec2u>;
var<uniform> level: vec4u;

fn task(workgroup: u32, local: u32) {
  let number = blockIndex(workgroup, local);
  let inTable = number < state[TILE_COUNT];
  let tile = tileAt(select(0u, number, inTable));
  let side = level.w;
  let row = tile.firstTile + tile.index;
  let source = records[sourceAt(side, tile.entry)];
  var kept = tileKept(local, side, tile.entry, row);
  let isEmpty = source.x != OF_INPUT && tile.index * TILE >= source.x;
  kept = select(kept, vec2u(), isEmpty || source.z == NOTHING);
  kept = select(kept, vec2u(tile.count, 0u), source.z == WHOLE);
  if (inTable && blockLane(local) == 0u &&
      (LAST_LEVEL || candidatesNow(side, tile.entry, tile.segment.length) != OF_INPUT)) {
    tileSums[row] = kept;
  }
}
