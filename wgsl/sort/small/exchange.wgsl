// Exchange of registers between the lanes of one segment.

// ---- choice exchange: subgroup
// Exchange between the lanes of one segment, by subgroup shuffles.
// All lanes of a segment take the same branches, so a lane's partner is always active. Lanes of other segments in the
// subgroup may have ended.
//
// A lane's number is its local id. Invocations with consecutive local ids must be consecutive lanes of a subgroup. WGSL
// does not promise this. So a GPU's first plan tests it (gpu/lanes.wgsl).
//
// import Item from sort/small/item

fn publish(local: u32, index: u32, item: Item, mask: u32) {
}

fn meet(mask: u32) {
}

/** Register `index` of the lane whose number differs from this one's by `mask`. */
@diagnostic(off, subgroup_uniformity)
fn partner(local: u32, index: u32, item: Item, mask: u32) -> Item {
  return subgroupShuffleXor(item, mask);
}

// ---- part quadPartner
// Lanes of a quad swap their registers, and others use subgroup shuffles. A swap needs no address and no check that the
// partner exists.
//
// The rules of shuffles apply. A quad is four consecutive lanes of a subgroup. Every subgroup has at least one quad.
//
// import Item from sort/small/item

/** The item of the lane whose number differs from this one's by `mask`. Compilers see the mask's constant. */
@diagnostic(off, subgroup_uniformity)
fn quadPartner(item: Item, mask: u32) -> Item {
  if (mask == 1u) {
    return quadSwapX(item);
  }
  if (mask == 2u) {
    return quadSwapY(item);
  }
  if (mask == 3u) {
    return quadSwapDiagonal(item);
  }
  return subgroupShuffleXor(item, mask);
}

// ---- choice exchange: quads
// Exchange between the lanes of one segment, by swaps in quads and subgroup shuffles.
//
// import Item from sort/small/item
// import quadPartner from sort/small/exchange

fn publish(local: u32, index: u32, item: Item, mask: u32) {
}

fn meet(mask: u32) {
}

/** Register `index` of the lane whose number differs from this one's by `mask`. */
fn partner(local: u32, index: u32, item: Item, mask: u32) -> Item {
  return quadPartner(item, mask);
}

// ---- choice exchange: workgroup
// Exchange between the lanes of one segment, through workgroup memory, for devices without subgroups. Every lane
// publishes its registers, all lanes meet at a barrier, then every lane reads its partner's registers.
//
// Four registers of a lane lie together, so that GPUs compute a quarter of the addresses and move several words at
// once.
//
// import Item from sort/small/item
// given ITEMS, WORKGROUP

var<workgroup> published: array<array<Item, 4>, (ITEMS + 3) / 4 * WORKGROUP>;

fn publish(local: u32, index: u32, item: Item, mask: u32) {
  published[index / 4u * WORKGROUP + local][index % 4u] = item;
}

fn meet(mask: u32) {
  workgroupBarrier();
}

/** Register `index` of the lane whose number differs from this one's by `mask`. */
fn partner(local: u32, index: u32, item: Item, mask: u32) -> Item {
  return published[index / 4u * WORKGROUP + (local ^ mask)][index % 4u];
}
