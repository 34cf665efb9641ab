// The value of a later lane, for groups of one lane. There is no such lane, and the fold never uses the result.
//
// given Acc

fn laterLane(local: u32, value: Acc, step: u32) -> Acc {
  return value;
}
