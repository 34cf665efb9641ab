// What the sort of rows by group begins with. One conversion is one row.
//
//   groupKeys   written: the row's group
//
// import groupKey from group/keys
// given Key

var<storage, read_write> groupKeys: array<Key>;

fn convert(row: u32, items: u32) {
  if (row < items) {
    groupKeys[row] = groupKey(row);
  }
}
