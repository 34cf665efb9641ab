// Exchange between the lanes of one segment, by subgroup shuffles. It has the same names as exchange_workgroup.wgsl.
// All lanes of a segment take the same branches, so a lane's partner is always active. Lanes of other segments in the
// subgroup may have ended.
//
// A lane's number is its local id. Invocations with consecutive local ids must be consecutive lanes of a subgroup. WGSL
// does not promise this. So a GPU's first plan tests it (gpu/lanes.wgsl).
//
// given Item

fn publish(local: u32, index: u32, item: Item) {
}

fn meet() {
}

/** Register `index` of the lane whose number differs from this one's by `mask`. */
@diagnostic(off, subgroup_uniformity)
fn partner(local: u32, index: u32, item: Item, mask: u32) -> Item {
  return subgroupShuffleXor(item, mask);
}
