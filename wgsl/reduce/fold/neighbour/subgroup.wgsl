// Groups inside a subgroup: the value of the lane `step` later.
//
// given Acc  shuffledDown

fn laterLane(local: u32, value: Acc, step: u32) -> Acc {
  return shuffledDown(value, step);
}
