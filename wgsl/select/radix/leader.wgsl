// Sought keys with the same digits so far are counted once, for the first of them.
//
// import searchAt from select/radix/records

var<storage, read_write> records: array<vec4u>;

fn leaderOf(side: u32, entry: u32, sought: u32) -> u32 {
  let prefix = records[searchAt(side, entry, sought)].xy;
  for (var k = 0u; k < sought; k++) {
    if (all(records[searchAt(side, entry, k)].xy == prefix)) {
      return k;
    }
  }
  return sought;
}
