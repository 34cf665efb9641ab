// The kernel of a segment writes all slots of its row, and marks those that get no item.
//
// uses  Row (select/topk/row)  UNWRITTEN (sort/convert/unwritten)
// takes keepPicked (select/topk/ picked_none | picked_now)  storePicked (select/topk/ index_none | index_now)
//       storeCount (select/topk/ count_none | count_now)
// given MAX_K

/** Number of slots that the kernel writes. */
fn slotsOf(row: Row) -> u32 {
  return MAX_K;
}

/** One lane ends the row. The slots before `from` are written. */
fn endRow(id: u32, row: Row, from: u32) {
  for (var j = from; j < MAX_K; j++) {
    keepPicked(row.first + j, UNWRITTEN);
    storePicked(row.first + j, UNWRITTEN);
  }
  storeCount(id, row.count);
}
