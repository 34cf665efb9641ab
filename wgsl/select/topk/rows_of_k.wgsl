// The results of a top-k are rows of MAX_K slots, one per segment.
//
// uses  Row (select/topk/row)
// takes wantedCount (select/topk/ k_buffer | k_given)
// given MAX_K

fn rowOf(id: u32, length: u32) -> Row {
  return Row(id * MAX_K, min(wantedCount(), length));
}
