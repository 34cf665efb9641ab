// One lane marks the slots of a row that get no item.
//
// uses  Row (select/topk/row)  UNWRITTEN (sort/convert/unwritten)
// takes keepPicked (select/topk/ picked_none | picked_now)  storePicked (select/topk/ index_none | index_now)
//       storeCount (select/topk/ count_none | count_now)
// given MAX_K

fn endRow(id: u32, row: Row) {
  for (var j = row.count; j < MAX_K; j++) {
    keepPicked(row.first + j, UNWRITTEN);
    storePicked(row.first + j, UNWRITTEN);
  }
  storeCount(id, row.count);
}
