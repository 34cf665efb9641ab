// The items that a search selected, as many as the row has. Their order does not matter, since the index of an item
// breaks ties. Same names as select/topk/candidate_loaded.wgsl.
//
//   selectedKeys, selectedIndices   read: sort keys, and the items that they belong to
//
// import selectedRow from select/radix/selected_row
// import Segment from plan/state
// import NO_INDEX, Item, makeItem from sort/small/item
// given MAX_KEY, Key

var<storage, read_write> selectedKeys: array<Key>;
var<storage, read_write> selectedIndices: array<u32>;

fn chosenItems(entry: u32, segment: vec4u, count: u32) -> vec2u {
  return vec2u(selectedRow(entry, Segment(segment.y, segment.z)), count);
}

fn loadItem(begin: u32, length: u32, slot: u32) -> Item {
  let i = begin + min(slot, max(length, 1u) - 1u);
  let item = makeItem(selectedKeys[i], selectedIndices[i], 0u);
  return select(makeItem(MAX_KEY, NO_INDEX, 0u), item, slot < length);
}
