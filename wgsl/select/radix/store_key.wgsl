// Stores a kept item's sort key only. Same name as select/radix/store_item.wgsl.
//
// given Key

var<storage, read_write> keptKeys: array<Key>;

fn storeKept(to: u32, key: Key, i: u32) {
  keptKeys[to] = key;
}
