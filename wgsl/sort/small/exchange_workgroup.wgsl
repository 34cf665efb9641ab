// Exchange between the lanes of one segment, through workgroup memory, for devices without subgroups. Every lane
// publishes its registers, all lanes meet at a barrier, then every lane reads its partner's registers. It has the same
// names as exchange_subgroup.wgsl.
//
// takes Item (sort/small/item/ key | words_two_words | words_two_words_value | words_word | words_word_value)
// given ITEMS  WORKGROUP

var<workgroup> published: array<Item, ITEMS * WORKGROUP>;

fn publish(local: u32, index: u32, item: Item) {
  published[index * WORKGROUP + local] = item;
}

fn meet() {
  workgroupBarrier();
}

/** Register `index` of the lane whose number differs from this one's by `mask`. */
fn partner(local: u32, index: u32, item: Item, mask: u32) -> Item {
  return published[index * WORKGROUP + (local ^ mask)];
}
