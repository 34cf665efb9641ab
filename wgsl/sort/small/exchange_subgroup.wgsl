// Exchange between the lanes of one segment, by subgroup shuffles. Same names as exchange_workgroup.wgsl.
// Lanes of one segment take the same way, so that a partner is always there; of several in a subgroup some may have
// ended.
//
// takes Item (sort/small/item/ key | words_two_words | words_two_words_value | words_word | words_word_value)

fn publish(local: u32, index: u32, item: Item) {
}

fn meet() {
}

/** Register `index` of the lane whose number differs from this one's by `mask`. */
@diagnostic(off, subgroup_uniformity)
fn partner(local: u32, index: u32, item: Item, mask: u32) -> Item {
  return subgroupShuffleXor(item, mask);
}
