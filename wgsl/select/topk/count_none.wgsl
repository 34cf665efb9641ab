// The numbers of results are not written here. Same name as select/topk/count_now.wgsl.

fn storeCount(id: u32, count: u32) {
}
