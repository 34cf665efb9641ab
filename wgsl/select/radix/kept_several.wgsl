// The keys that a selection keeps, where several keys are sought: those with the digits so far of any of them. Same
// names as select/radix/kept_single.wgsl.
//
// import searchAt from select/radix/records
// import leaderOf from select/radix/leader
// import COUNTER_WORDS from sort/radix/rank.gpu
// given unpackedKey, bitsFrom, SOUGHT, DIGITS

var<storage, read_write> counters: array<u32>;
var<storage, read_write> records: array<vec4u>;
var<uniform> level: vec4u;

fn tileKept(local: u32, side: u32, entry: u32, row: u32) -> vec2u {
  var count = 0u;
  for (var k = 0u; k < SOUGHT; k++) {
    let prefix = unpackedKey(records[searchAt(1u - side, entry, k)].xy);
    let digit = bitsFrom(prefix, level.x) & (DIGITS - 1u);
    let counter = row * COUNTER_WORDS + leaderOf(side, entry, k) * DIGITS + digit;
    count += select(0u, counters[counter], leaderOf(1u - side, entry, k) == k);
  }
  return vec2u(0u, count);
}
