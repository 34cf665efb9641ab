// A call whose lists come out of the partition, or that has none. Same names as partition/setup/list.wgsl.

fn resetList() {
}
