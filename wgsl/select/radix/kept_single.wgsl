// The keys that a selection keeps, where one key is sought: all keys up to it. A level keeps the keys with its digits
// so far, and the lesser keys.
//
// import searchAt from select/radix/records
// import COUNTER_WORDS from sort/radix/rank.gpu
// given unpackedKey, bitsFrom, BLOCK_LANES, blockLane, blockScan, DIGITS

var<storage, read_write> counters: array<u32>;
var<storage, read_write> records: array<vec4u>;
var<uniform> level: vec4u;

const LESSER = DIGITS;

/** In a tile the number of lesser keys, and of keys with the digits so far. For uniform control flow only. */
fn tileKept(local: u32, side: u32, entry: u32, row: u32) -> vec2u {
  let prefix = unpackedKey(records[searchAt(1u - side, entry, 0u)].xy);
  let sought = bitsFrom(prefix, level.x) & (DIGITS - 1u);
  let perLane = max(DIGITS / BLOCK_LANES, 1u);
  let first = blockLane(local) * perLane;
  var sum = 0u;
  for (var digit = first; digit < min(first + perLane, sought); digit++) {
    sum += counters[row * COUNTER_WORDS + digit];
  }
  let lesser = blockScan(local, sum).total + counters[row * COUNTER_WORDS + LESSER];
  return vec2u(lesser, counters[row * COUNTER_WORDS + sought]);
}
