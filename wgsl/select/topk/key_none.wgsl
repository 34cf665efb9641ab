// The keys of results are not written here. Same name as select/topk/key_now.wgsl.
//
// given Key

fn storeKeyOf(slot: u32, key: Key) {
}
