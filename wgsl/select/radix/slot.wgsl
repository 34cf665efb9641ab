// The counter of a key in the counts of a tile (count.gpu.wgsl, count.software.wgsl).

// ---- choice slot: single
// One key is searched for in a segment. A key's counter is its digit's if it has the target key's digits so far, else
// one for lesser keys or one for greater keys.
//
// import searchAt from select/radix/records
// given unpackedKey, lessKey, bitsFrom, DIGITS, Key

var<storage, read_write> records: array<vec4u>;

const LESSER = DIGITS;
const GREATER = DIGITS + 1u;
const COUNTED = DIGITS;
const COUNTERS = DIGITS + 2u;

var<private> slotPrefix: Key;

fn loadTargets(side: u32, entry: u32) {
  slotPrefix = unpackedKey(records[searchAt(side, entry, 0u)].xy);
}

fn counterOf(key: Key, mask: Key, shift: u32) -> u32 {
  let prefix = key & mask;
  let other = select(GREATER, LESSER, lessKey(prefix, slotPrefix));
  return select(other, bitsFrom(key, shift) & (DIGITS - 1u), all(prefix == slotPrefix));
}

// ---- choice slot: several
// Several keys are searched for in a segment. A key counts for the first target key with the same digits so far.
//
//   COUNT_NANS   whether NaNs are counted too: keys above LAST_NUMBER
//
// import searchAt from select/radix/records
// given unpackedKey, bitsFrom, TARGETS, DIGITS, Key

var<storage, read_write> records: array<vec4u>;

const LESSER = TARGETS * DIGITS;
const GREATER = TARGETS * DIGITS + 1u;
const COUNTED = TARGETS * DIGITS;
const COUNTERS = TARGETS * DIGITS + 2u;

var<private> slotPrefixes: array<Key, TARGETS>;

fn loadTargets(side: u32, entry: u32) {
  for (var k = 0u; k < TARGETS; k++) {
    slotPrefixes[k] = unpackedKey(records[searchAt(side, entry, k)].xy);
  }
}

fn counterOf(key: Key, mask: Key, shift: u32) -> u32 {
  let prefix = key & mask;
  let digit = bitsFrom(key, shift) & (DIGITS - 1u);
  var counter = GREATER;
  for (var k = TARGETS; k > 0u; k--) {
    counter = select(counter, (k - 1u) * DIGITS + digit, all(prefix == slotPrefixes[k - 1u]));
  }
  return counter;
}

// ---- choice slot: first
// Several keys are searched for, in the first level: they have no digits yet, so all keys count for the first of them.
//
// given bitsFrom, DIGITS, Key

const LESSER = DIGITS;
const COUNTED = DIGITS;
const COUNTERS = DIGITS + 1u;

fn loadTargets(side: u32, entry: u32) {
}

fn counterOf(key: Key, mask: Key, shift: u32) -> u32 {
  return bitsFrom(key, shift) & (DIGITS - 1u);
}
