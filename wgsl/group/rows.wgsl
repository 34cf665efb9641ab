// The rows of ids that ascend already: in input order, from the first id that is not dropped. One conversion is one
// row.
//
//   rowsTo   written
//
// import firstGroupRow from group/base

var<storage, read_write> rowsTo: array<u32>;

fn convert(row: u32, items: u32) {
  let first = firstGroupRow(items);
  if (row + first < items) {
    rowsTo[row] = row + first;
  }
}
