// The results of a top-k are rows that the host computed. Same name as select/topk/rows_of_k.wgsl.
//
//   rowOffsets   read: segment count + 1 offsets; row i is rowOffsets[i] to rowOffsets[i + 1]
//
// import Row from select/topk/row

var<storage, read_write> rowOffsets: array<u32>;

fn rowOf(id: u32, length: u32) -> Row {
  let first = rowOffsets[id];
  return Row(first, min(rowOffsets[id + 1u] - first, length));
}
