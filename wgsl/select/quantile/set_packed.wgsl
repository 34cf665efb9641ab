// Keys of 8 or 16 bits are packed into words, lowest bits first. One invocation writes all keys of a word. Same name as
// select/quantile/set_words.wgsl.
//
// given Key, PER_WORD, ITEM_BITS, WITH_LOW, WITH_HIGH

var<storage, read_write> keysLow: array<Key>;
var<storage, read_write> keysHigh: array<Key>;

fn setKeys(slot: u32, low: Key, high: Key) {
  let shift = slot % PER_WORD * ITEM_BITS;
  if (WITH_LOW) {
    keysLow[slot / PER_WORD] = insertBits(keysLow[slot / PER_WORD], low, shift, ITEM_BITS);
  }
  if (WITH_HIGH) {
    keysHigh[slot / PER_WORD] = insertBits(keysHigh[slot / PER_WORD], high, shift, ITEM_BITS);
  }
}
