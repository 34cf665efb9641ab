// Conversions of a grouping (sort/convert/convert.wgsl). One conversion is one row, or a word of several items.

// ---- choice convert: prepare
// What the sort of rows by group begins with: each row's group.
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

// ---- choice convert: rows
// The rows of ids that ascend already: in input order, from the first id that is not dropped.
//
//   rowsTo   written
//
// import firstGroupRow from group/order

var<storage, read_write> rowsTo: array<u32>;

fn convert(row: u32, items: u32) {
  let first = firstGroupRow(items);
  if (row + first < items) {
    rowsTo[row] = row + first;
  }
}

// ---- choice convert: gather
// Moves values into the groups' order.
//
// import gatherRows from group/gather

fn convert(i: u32, items: u32) {
  gatherRows(i, items, items);
}

// ---- choice convert: groups
// Each row's group, where the caller gives the number of groups. A row with another id gets no group, 0xFFFFFFFF.
//
//   groupOut[row]   written
//   groupBounds.y   number of groups
//
// import groupKey from group/keys

var<uniform> groupBounds: vec4u;
var<storage, read_write> groupOut: array<u32>;

fn convert(row: u32, items: u32) {
  if (row < items) {
    let group = groupKey(row);
    groupOut[row] = select(group, 0xFFFFFFFFu, group >= groupBounds.y);
  }
}
