// For a call whose lists the partition makes, or that has no lists. Same names as partition/setup/list.wgsl.

fn resetList() {
}
