// Top-k of large segments, last kernel: LANES lanes order the chosen items of a segment, and store its row. The best
// items of tiles are chosen where k is small, else the items that a search selected.
//
//   state, large   read
//
// import Row, rowOf, slotsOf, endRow from select/topk/rows
// import largeAt from partition/tile_table
// import listedId from plan/state
// import storeTop from select/topk/result
// import Item, keyOf, itemIndexOf from sort/small/item
// given chosenItems, WORKGROUP, LANES, LARGE_COUNT, LARGE_BIN, sortRegisters, STORED

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
