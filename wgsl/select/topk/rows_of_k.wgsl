// The results of a top-k are rows of MAX_K slots, one per segment.
//
// import Row from select/topk/row
// given wantedCount, MAX_K

fn rowOf(id: u32, length: u32) -> Row {
  return Row(id * MAX_K, min(wantedCount(), length));
}
