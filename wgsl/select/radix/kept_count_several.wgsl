// How many keys of a segment a level keeps, where several keys are sought. Same name as
// select/radix/kept_count_single.wgsl.
//
// import searchAt from select/radix/records
// import leaderOf from select/radix/leader
// given SOUGHT

var<storage, read_write> records: array<vec4u>;

fn keptCount(side: u32, entry: u32) -> u32 {
  var count = 0u;
  for (var k = 0u; k < SOUGHT; k++) {
    count += select(0u, records[searchAt(side, entry, k)].w, leaderOf(side, entry, k) == k);
  }
  return count;
}
