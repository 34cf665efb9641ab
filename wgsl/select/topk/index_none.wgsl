// The indices of results are not written here. Same name as select/topk/index_now.wgsl.

fn storePicked(slot: u32, index: u32) {
}
