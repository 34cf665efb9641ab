// Exchange between the lanes of one segment, through workgroup memory, for devices without subgroups. Every lane
// publishes its registers, all lanes meet at a barrier, then every lane reads its partner's registers. It has the same
// names as exchange_subgroup.wgsl.
//
// Four registers of a lane lie together, so that GPUs compute a quarter of the addresses and move several words at
// once.
//
// given Item, ITEMS, WORKGROUP

var<workgroup> published: array<array<Item, 4>, (ITEMS + 3) / 4 * WORKGROUP>;

fn publish(local: u32, index: u32, item: Item) {
  published[index / 4u * WORKGROUP + local][index % 4u] = item;
}

fn meet() {
  workgroupBarrier();
}

/** Register `index` of the lane whose number differs from this one's by `mask`. */
fn partner(local: u32, index: u32, item: Item, mask: u32) -> Item {
  return published[index / 4u * WORKGROUP + (local ^ mask)][index % 4u];
}
