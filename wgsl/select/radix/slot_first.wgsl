// The counter of a key in the first level, where several keys are sought: they have no digits yet, so all keys count
// for the first of them. Same names as select/radix/slot_single.wgsl.
//
// given bitsFrom, DIGITS, Key

const LESSER = DIGITS;
const COUNTED = DIGITS;
const COUNTERS = DIGITS + 1u;

fn loadSought(side: u32, entry: u32) {
}

fn counterOf(key: Key, mask: Key, shift: u32) -> u32 {
  return bitsFrom(key, shift) & (DIGITS - 1u);
}
