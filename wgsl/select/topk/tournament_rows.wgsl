// Top-k of large segments where k is small, second of two kernels: LANES lanes find the first items of a segment among
// the best items of its tiles.
//
//   best     read: ITEMS items a tile
//
// uses  Row (select/topk/row)  largeAt (partition/tile_table)  listedId (plan/lists)  storeTop (select/topk/result)
// takes rowOf (select/topk/ rows_given | rows_of_k)  slotsOf endRow (select/topk/ row_ended | row_open)  Item
//       (sort/small/item/ key | words_two_words | words_two_words_value | words_word | words_word_value)  keyOf
//       itemIndexOf (sort/small/item/ words_two_words | words_two_words_value | words_word | words_word_value)
// given WORKGROUP  LANES  LARGE_COUNT  LARGE_BIN  TILE  ITEMS  sortRegisters

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
  let items = select(0u, ((segment.z - 1u) / TILE + 1u) * ITEMS, live);
  segmentBegin = segment.y;
  row = rowOf(id, select(0u, segment.z, live));
  slots = select(0u, slotsOf(row), live);
  sortRegisters((segment.x + entry) * ITEMS, items, local);
  if (live && local % LANES == 0u) {
    endRow(id, row, ITEMS);
  }
}

fn storeItem(begin: u32, length: u32, slot: u32, item: Item, i: u32) {
  if (slot < slots) {
    storeTop(row.first + slot, keyOf(item), itemIndexOf(item), segmentBegin, slot < row.count);
  }
}
