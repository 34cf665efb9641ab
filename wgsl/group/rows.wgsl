// The rows of ids that ascend already: in input order, from the first id that is not dropped. One conversion is one
// row.
//
//   rowsTo   written
//
// given firstGroupRow

var<storage, read_write> rowsTo: array<u32>;

fn convert(row: u32, items: u32) {
  let first = firstGroupRow(items);
  if (row + first < items) {
    rowsTo[row] = row + first;
  }
}
