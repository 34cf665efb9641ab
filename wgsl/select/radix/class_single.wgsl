// Whether a key is kept, where one key is sought.
//
// import searchAt from select/radix/records
// given unpackedKey, lessKey, Key

var<storage, read_write> records: array<vec4u>;

var<private> keptPrefix: Key;

/** Loads what a task needs, and returns how many keys with the digits so far are kept. */
fn loadKept(side: u32, entry: u32) -> u32 {
  let search = records[searchAt(side, entry, 0u)];
  keptPrefix = unpackedKey(search.xy);
  return search.z + 1u;
}

fn isKept(key: Key, mask: Key) -> bool {
  return !lessKey(keptPrefix, key & mask);
}

fn isLesser(key: Key, mask: Key) -> bool {
  return lessKey(key & mask, keptPrefix);
}
