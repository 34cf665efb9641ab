// Top-k of small segments: LANES lanes sort a segment in a network of registers, as sort/small/kernel.wgsl does, and
// store the first items. An item is tagged with its index.
//
// import Row, rowOf, slotsOf, endRow, storeTop from select/topk/rows
// import Item, keyOf, itemIndexOf from sort/small/item
// given takenAt, WORKGROUP, LANES, sortRegisters, STORED

var<private> row: Row;
var<private> slots: u32;

fn task(workgroup: u32, local: u32) {
  let taken = takenAt((workgroup * WORKGROUP + local) / LANES);
  let length = select(0u, taken.segment.length, taken.live);
  row = rowOf(taken.id, length);
  slots = select(0u, slotsOf(row), taken.live);
  sortRegisters(taken.segment.begin, length, local);
  if (taken.live && local % LANES == 0u) {
    endRow(taken.id, row, STORED);
  }
}

fn storeItem(begin: u32, length: u32, slot: u32, item: Item, i: u32) {
  if (slot < slots) {
    storeTop(row.first + slot, keyOf(item), itemIndexOf(item), begin, slot < row.count);
  }
}
