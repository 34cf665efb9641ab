// A later kernel marks the slots that get no item. Same name as select/topk/row_ended.wgsl.
//
// import Row from select/topk/row

fn slotsOf(row: Row) -> u32 {
  return row.count;
}

fn endRow(id: u32, row: Row, start: u32) {
}
