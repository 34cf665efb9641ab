// Quantiles of large segments, last step: all digits of the target keys are known. An invocation takes a target key.
//
//   searches   read
//   found      written: per segment, quantile and position a sort key
//
// import searchAt from select/radix/records
// import foundIndex from select/quantile/position
// import listedId from plan/state
// given blockIndex, blockLane, BLOCK_LANES, unpackedKey, Key, LARGE_COUNT, TARGETS, LARGE_BIN

var<storage, read_write> state: array<u32>;
var<storage, read_write> records: array<vec4u>;
var<storage, read_write> found: array<Key>;
var<uniform> level: vec4u;

fn task(workgroup: u32, local: u32) {
  let entry = blockIndex(workgroup, local);
  if (entry >= state[LARGE_COUNT]) {
    return;
  }
  for (var k = blockLane(local); k < TARGETS; k += BLOCK_LANES) {
    let key = unpackedKey(records[searchAt(level.w, entry, k)].xy);
    found[foundIndex(listedId(LARGE_BIN, entry), k)] = key;
  }
}
