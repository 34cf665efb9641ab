// No later pass needs the index of a result. Same name as select/topk/picked_now.wgsl.

fn keepPicked(slot: u32, index: u32) {
}
