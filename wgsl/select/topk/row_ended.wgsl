// One lane marks the slots of a row that get no item.

var<storage, read_write> picked: array<u32>;

fn endRow(id: u32, row: Row) {
  for (var j = row.count; j < MAX_K; j++) {
    picked[row.first + j] = UNWRITTEN;
    storeIndex(row.first + j, UNWRITTEN);
  }
  storeCount(id, row.count);
}
