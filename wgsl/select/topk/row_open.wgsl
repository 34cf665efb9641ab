// A later kernel marks the slots that get no item. Same name as select/topk/row_ended.wgsl.
//
// uses  Row (select/topk/row)

fn endRow(id: u32, row: Row) {
}
