// Gathers items of 8 and 16 bits, one output word a call of the function, so that no two lanes write the same word. A
// row that is not below `sources` is skipped, as in items.wgsl, and so is what follows the last item in its word.
//
//   rows       read
//   itemsIn    read: PER_WORD items per word, lowest bits first        itemsOut   read and written
//
// import Item from sort/small/item
// given PER_WORD, ITEM_BITS, ITEM_MASK

var<storage, read_write> rows: array<u32>;
var<storage, read_write> itemsIn: array<Item>;
var<storage, read_write> itemsOut: array<Item>;

fn gatherRows(word: u32, rowCount: u32, sources: u32) {
  let first = word * PER_WORD;
  if (first >= rowCount) {
    return;
  }
  var kept = 0xFFFFFFFFu;
  var gathered = 0u;
  for (var k = 0u; k < PER_WORD; k++) {
    if (first + k < rowCount) {
      let row = rows[first + k];
      if (row < sources) {
        let bits = (itemsIn[row / PER_WORD] >> (row % PER_WORD * ITEM_BITS)) & ITEM_MASK;
        gathered |= bits << (k * ITEM_BITS);
        kept &= ~(ITEM_MASK << (k * ITEM_BITS));
      }
    }
  }
  if (kept != 0u) {
    gathered |= itemsOut[word] & kept;
  }
  itemsOut[word] = gathered;
}
