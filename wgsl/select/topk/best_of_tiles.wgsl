// Top-k of large segments where k is small, first of two kernels: LANES lanes find the first ITEMS items of a tile, in
// the order of the sort. Pads fill up what a shorter tile lacks.
//
//   best   written: ITEMS items a tile, in the order of segments
//
// import tileAt from partition/tile_table
// import Item from sort/small/item
// given WORKGROUP, LANES, TILE_COUNT, ITEMS, sortRegisters

var<storage, read_write> state: array<u32>;
var<storage, read_write> best: array<Item>;

var<private> firstBest: u32;

fn task(workgroup: u32, local: u32) {
  let mine = (workgroup * WORKGROUP + local) / LANES;
  let live = mine < state[TILE_COUNT];
  let tile = tileAt(select(0u, mine, live));
  firstBest = (tile.firstTile + tile.index) * ITEMS;
  sortRegisters(select(0u, tile.start, live), select(0u, tile.count, live), local);
}

fn storeItem(begin: u32, length: u32, slot: u32, item: Item, i: u32) {
  if (length > 0u) {
    best[firstBest + slot] = item;
  }
}
