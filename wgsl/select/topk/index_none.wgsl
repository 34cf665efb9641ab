// The indices of results are not written here. Same name as select/topk/index_now.wgsl.

fn storeIndex(slot: u32, index: u32) {
}
