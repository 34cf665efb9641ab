// Exchange between the lanes of one segment. Lanes of a quad swap their registers, and others use subgroup shuffles. A
// swap needs no address and no check that the partner exists. It has the same names as exchange_subgroup.wgsl.
//
// The rules of exchange_subgroup.wgsl apply. A quad is four consecutive lanes of a subgroup, and every subgroup has at
// least one.
//
// given Item

fn publish(local: u32, index: u32, item: Item) {
}

fn meet() {
}

/** Register `index` of the lane whose number differs from this one's by `mask`. Compilers see the mask's constant. */
@diagnostic(off, subgroup_uniformity)
fn partner(local: u32, index: u32, item: Item, mask: u32) -> Item {
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
