// How many keys of a segment a level keeps, where one key is sought: its digits' keys and all lesser ones.
//
// import searchAt, sourceAt from select/radix/records

var<storage, read_write> records: array<vec4u>;

/** Number of keys of a segment that the level keeps, after the search. `side` is the side that the level wrote. */
fn keptCount(side: u32, entry: u32) -> u32 {
  let search = records[searchAt(side, entry, 0u)];
  return records[sourceAt(side, entry)].w - search.z + search.w;
}
