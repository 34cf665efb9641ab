// Keys of 8 or 16 bits are read from packed words. Same name as in sort/access.wgsl.
//
//   keysIn   read: PER_WORD keys per word, lowest bits first
//
// given Key, PER_WORD, ITEM_BITS, ITEM_MASK

var<storage, read_write> keysIn: array<Key>;

fn inputKey(i: u32) -> Key {
  return (keysIn[i / PER_WORD] >> (i % PER_WORD * ITEM_BITS)) & ITEM_MASK;
}
