// A selection by digits, third step of a level: the number of keys that it keeps of each tile. It does nothing unless
// the level copies candidates or is the last one. A block takes a tile.
//
//   state, large, records, counters   read
//   tileSums[tile]                              written: number of lesser keys, and of keys with the digits so far
//
// import tileAt from partition/tile_table
// import sourceAt, OF_INPUT, NOTHING, WHOLE, candidatesNow from select/radix/records
// given blockIndex, blockLane, TILE_COUNT, TILE, LAST_LEVEL

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
  var stored = tileStored(local, side, tile.entry, row);
  let isEmpty = source.x != OF_INPUT && tile.index * TILE >= source.x;
  stored = select(stored, vec2u(), isEmpty || source.z == NOTHING);
  stored = select(stored, vec2u(tile.count, 0u), source.z == WHOLE);
  if (inTable && blockLane(local) == 0u &&
      (LAST_LEVEL || candidatesNow(side, tile.entry, tile.segment.length) != OF_INPUT)) {
    tileSums[row] = stored;
  }
}

// ---- choice tileStored: single
// One key is searched for: all keys up to it are stored. A level keeps the keys with its digits so far, and the lesser
// keys.
//
// import searchAt from select/radix/records
// import COUNTER_WORDS from sort/radix/rank.gpu
// given unpackedKey, bitsFrom, BLOCK_LANES, blockLane, blockScan, DIGITS

var<storage, read_write> counters: array<u32>;
var<storage, read_write> records: array<vec4u>;
var<uniform> level: vec4u;

const LESSER = DIGITS;

/** In a tile the number of lesser keys, and of keys with the digits so far. For uniform control flow only. */
fn tileStored(local: u32, side: u32, entry: u32, row: u32) -> vec2u {
  let prefix = unpackedKey(records[searchAt(1u - side, entry, 0u)].xy);
  let searchedDigit = bitsFrom(prefix, level.x) & (DIGITS - 1u);
  let perLane = max(DIGITS / BLOCK_LANES, 1u);
  let first = blockLane(local) * perLane;
  var sum = 0u;
  for (var digit = first; digit < min(first + perLane, searchedDigit); digit++) {
    sum += counters[row * COUNTER_WORDS + digit];
  }
  let lesser = blockScan(local, sum).total + counters[row * COUNTER_WORDS + LESSER];
  return vec2u(lesser, counters[row * COUNTER_WORDS + searchedDigit]);
}

// ---- choice tileStored: several
// Several keys are searched for: those with the digits so far of any of them are stored.
//
// import searchAt, leaderOf from select/radix/records
// import COUNTER_WORDS from sort/radix/rank.gpu
// given unpackedKey, bitsFrom, TARGETS, DIGITS

var<storage, read_write> counters: array<u32>;
var<storage, read_write> records: array<vec4u>;
var<uniform> level: vec4u;

fn tileStored(local: u32, side: u32, entry: u32, row: u32) -> vec2u {
  var count = 0u;
  for (var k = 0u; k < TARGETS; k++) {
    let prefix = unpackedKey(records[searchAt(1u - side, entry, k)].xy);
    let digit = bitsFrom(prefix, level.x) & (DIGITS - 1u);
    let counter = row * COUNTER_WORDS + leaderOf(side, entry, k) * DIGITS + digit;
    count += select(0u, counters[counter], leaderOf(1u - side, entry, k) == k);
  }
  return vec2u(0u, count);
}
