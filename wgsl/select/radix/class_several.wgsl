// Whether a key is kept, where several keys are sought. Same names as select/radix/class_single.wgsl.
//
// import searchAt from select/radix/records
// given unpackedKey, Key, SOUGHT

var<storage, read_write> records: array<vec4u>;

var<private> keptPrefixes: array<Key, SOUGHT>;

fn loadKept(side: u32, entry: u32) -> u32 {
  for (var k = 0u; k < SOUGHT; k++) {
    keptPrefixes[k] = unpackedKey(records[searchAt(side, entry, k)].xy);
  }
  return 0u;
}

fn isKept(key: Key, mask: Key) -> bool {
  var kept = false;
  for (var k = 0u; k < SOUGHT; k++) {
    kept = kept | all((key & mask) == keptPrefixes[k]);
  }
  return kept;
}

fn isLesser(key: Key, mask: Key) -> bool {
  return false;
}
