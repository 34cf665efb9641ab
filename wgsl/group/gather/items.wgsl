// Gathers items of one to four words, one item a call of the function. A row that is not below `sources` is skipped.
//
//   rows       read
//   itemsIn    read        itemsOut   written: item i is item rows[i]
//
// import Item from sort/small/item

var<storage, read_write> rows: array<u32>;
var<storage, read_write> itemsIn: array<Item>;
var<storage, read_write> itemsOut: array<Item>;

fn gatherRows(i: u32, rowCount: u32, sources: u32) {
  if (i >= rowCount) {
    return;
  }
  let row = rows[i];
  if (row < sources) {
    itemsOut[i] = itemsIn[row];
  }
}
