// The keys of results are not written here. Same name as select/topk/key_now.wgsl.

fn storeKeyOf(slot: u32, index: u32) {
}
