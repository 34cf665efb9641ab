// The items of a tournament are those that earlier tasks chose. Same names as select/topk/selected_loaded.wgsl.
//
//   best     read: ITEMS items a tile
//
// import NO_INDEX, Item, makeItem from sort/small/item
// given MAX_KEY, ITEMS, TILE

var<storage, read_write> best: array<Item>;

/** First item and number of items of a large segment. */
fn chosenItems(entry: u32, segment: vec4u, count: u32) -> vec2u {
  return vec2u((segment.x + entry) * ITEMS, ((segment.z - 1u) / TILE + 1u) * ITEMS);
}

fn loadItem(begin: u32, length: u32, slot: u32) -> Item {
  let item = best[begin + min(slot, max(length, 1u) - 1u)];
  return select(makeItem(MAX_KEY, NO_INDEX, 0u), item, slot < length);
}
