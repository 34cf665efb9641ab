// A call whose lists come out of the partition. Same names as setup/list.wgsl.

fn resetList() {
}
