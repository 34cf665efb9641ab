// The kernel of a segment writes all slots of its row, and marks those that get no item.
//
// import Row from select/topk/row
// import UNWRITTEN from sort/convert/convert
// given keepPicked, storePicked, storeCount, MAX_K

/** Number of slots that the kernel writes. */
fn slotsOf(row: Row) -> u32 {
  return MAX_K;
}

/** One lane ends the row. The slots before `from` are written. */
fn endRow(id: u32, row: Row, start: u32) {
  for (var j = start; j < MAX_K; j++) {
    keepPicked(row.first + j, UNWRITTEN);
    storePicked(row.first + j, UNWRITTEN);
  }
  storeCount(id, row.count);
}
