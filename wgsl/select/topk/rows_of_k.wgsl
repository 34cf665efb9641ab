// The results of a top-k are rows of MAX_K slots, one per segment.

fn rowOf(id: u32, length: u32) -> Row {
  return Row(id * MAX_K, min(wantedCount(), length));
}
