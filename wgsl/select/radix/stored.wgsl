// The items that a selection keeps (keep.gpu.wgsl, keep.software.wgsl): which they are, where they are stored, and with
// what.

// ---- choice class: single
// One key is searched for: it and all lesser keys are stored.
//
// import searchAt from select/radix/records
// given unpackedKey, lessKey, Key

var<storage, read_write> records: array<vec4u>;

var<private> storePrefix: Key;

/** Loads what a task needs, and returns how many keys with the digits so far are stored. */
fn loadPrefixes(side: u32, entry: u32) -> u32 {
  let search = records[searchAt(side, entry, 0u)];
  storePrefix = unpackedKey(search.xy);
  return search.z + 1u;
}

fn isStored(key: Key, mask: Key) -> bool {
  return !lessKey(storePrefix, key & mask);
}

fn isLesser(key: Key, mask: Key) -> bool {
  return lessKey(key & mask, storePrefix);
}

// ---- choice class: several
// Several keys are searched for: keys with the digits so far of any of them are stored.
//
// import searchAt from select/radix/records
// given unpackedKey, Key, TARGETS

var<storage, read_write> records: array<vec4u>;

var<private> storePrefixes: array<Key, TARGETS>;

fn loadPrefixes(side: u32, entry: u32) -> u32 {
  for (var k = 0u; k < TARGETS; k++) {
    storePrefixes[k] = unpackedKey(records[searchAt(side, entry, k)].xy);
  }
  return 0u;
}

fn isStored(key: Key, mask: Key) -> bool {
  var stored = false;
  for (var k = 0u; k < TARGETS; k++) {
    stored = stored | all((key & mask) == storePrefixes[k]);
  }
  return stored;
}

fn isLesser(key: Key, mask: Key) -> bool {
  return false;
}

// ---- choice to: candidates
// A level copies all keys that it keeps to the candidates.
//
// import sourceAt, OF_INPUT from select/radix/records
// import Segment from plan/state
// import firstCandidate from select/radix/source

var<storage, read_write> records: array<vec4u>;

const KEEPS_ALL = true;

/** Whether the level copies candidates of a segment of the input. */
fn storesAny(side: u32, entry: u32) -> bool {
  return records[sourceAt(side, entry)].x == OF_INPUT && records[sourceAt(1u - side, entry)].x != OF_INPUT;
}

fn firstStored(entry: u32, segment: Segment) -> u32 {
  return firstCandidate(segment);
}

// ---- choice to: rows
// The last step stores the items that it keeps, in input order, to the segment's row. Of equal keys at the end it keeps
// the first ones.
//
// import Segment from plan/state
// import selectedRow from select/radix/records

const KEEPS_ALL = false;

fn storesAny(side: u32, entry: u32) -> bool {
  return true;
}

fn firstStored(entry: u32, segment: Segment) -> u32 {
  return selectedRow(entry, segment);
}

// ---- choice store: item
// Stores the sort key of an item, and its index in the input.
//
// given sourceIndex, Key

var<storage, read_write> storedKeys: array<Key>;
var<storage, read_write> storedIndices: array<u32>;

fn storeSelected(to: u32, key: Key, i: u32) {
  storedKeys[to] = key;
  storedIndices[to] = sourceIndex(i);
}

// ---- choice store: key
// Stores only the sort key.
//
// given Key

var<storage, read_write> storedKeys: array<Key>;

fn storeSelected(to: u32, key: Key, i: u32) {
  storedKeys[to] = key;
}
