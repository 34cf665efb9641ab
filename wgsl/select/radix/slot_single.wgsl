// The counter of a key, where one key is sought in a segment: its digit's if it has the sought key's digits so far,
// else one for lesser keys or one for greater keys.
//
// import searchAt from select/radix/records
// given unpackedKey, lessKey, bitsFrom, DIGITS, Key

var<storage, read_write> records: array<vec4u>;

const LESSER = DIGITS;
const GREATER = DIGITS + 1u;
const COUNTED = DIGITS;
const COUNTERS = DIGITS + 2u;

var<private> slotPrefix: Key;

fn loadSought(side: u32, entry: u32) {
  slotPrefix = unpackedKey(records[searchAt(side, entry, 0u)].xy);
}

fn counterOf(key: Key, mask: Key, shift: u32) -> u32 {
  let prefix = key & mask;
  let other = select(GREATER, LESSER, lessKey(prefix, slotPrefix));
  return select(other, bitsFrom(key, shift) & (DIGITS - 1u), all(prefix == slotPrefix));
}
