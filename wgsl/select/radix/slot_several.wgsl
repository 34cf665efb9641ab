// The counter of a key, where several keys are sought in a segment. A key counts for the first sought key with the same
// digits so far. Same names as select/radix/slot_single.wgsl.
//
//   COUNT_NANS   whether NaNs are counted too: keys above LAST_NUMBER
//
// import searchAt from select/radix/records
// given unpackedKey, bitsFrom, SOUGHT, DIGITS, Key

var<storage, read_write> records: array<vec4u>;

const LESSER = SOUGHT * DIGITS;
const GREATER = SOUGHT * DIGITS + 1u;
const COUNTED = SOUGHT * DIGITS;
const COUNTERS = SOUGHT * DIGITS + 2u;

var<private> slotPrefixes: array<Key, SOUGHT>;

fn loadSought(side: u32, entry: u32) {
  for (var k = 0u; k < SOUGHT; k++) {
    slotPrefixes[k] = unpackedKey(records[searchAt(side, entry, k)].xy);
  }
}

fn counterOf(key: Key, mask: Key, shift: u32) -> u32 {
  let prefix = key & mask;
  let digit = bitsFrom(key, shift) & (DIGITS - 1u);
  var counter = GREATER;
  for (var k = SOUGHT; k > 0u; k--) {
    counter = select(counter, (k - 1u) * DIGITS + digit, all(prefix == slotPrefixes[k - 1u]));
  }
  return counter;
}
