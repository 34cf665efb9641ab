// Top-k of large segments, last kernel: LANES lanes order the chosen items of a segment, and store its row. The best
// items of tiles are chosen where k is small, else the items that a search selected.
//
//   state, large   read
//
// import Row, rowOf, slotsOf, endRow, storeTop from select/topk/rows
// import largeAt from partition/tile_table
// import listedId from plan/state
// import Item, keyOf, itemIndexOf from sort/small/item
// given WORKGROUP, LANES, LARGE_COUNT, LARGE_BIN, sortRegisters, STORED

var<storage, read_write> state: array<u32>;

var<private> row: Row;
var<private> slots: u32;
var<private> segmentBegin: u32;

fn task(workgroup: u32, local: u32) {
  let mine = (workgroup * WORKGROUP + local) / LANES;
  let live = mine < state[LARGE_COUNT];
  let entry = select(0u, mine, live);
  let segment = largeAt(entry);
  let id = listedId(LARGE_BIN, entry);
  segmentBegin = segment.y;
  row = rowOf(id, select(0u, segment.z, live));
  slots = select(0u, slotsOf(row), live);
  let chosen = chosenItems(entry, segment, row.count);
  sortRegisters(chosen.x, select(0u, chosen.y, live), local);
  if (live && local % LANES == 0u) {
    endRow(id, row, STORED);
  }
}

fn storeItem(begin: u32, length: u32, slot: u32, item: Item, i: u32) {
  if (slot < slots) {
    storeTop(row.first + slot, keyOf(item), itemIndexOf(item), segmentBegin, slot < row.count);
  }
}

// ---- choice chosen: selected
// The items that a search selected, as many as the row has. Their order does not matter, since the index of an item
// breaks ties.
//
//   selectedKeys, selectedIndices   read: sort keys, and the items that they belong to
//
// import selectedRow from select/radix/records
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

// ---- choice chosen: best
// The items that the tiles chose (best_of_tiles.wgsl).
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
