// The value of the lane that is `step` lanes later, for groups inside a subgroup.
//
// given Acc, shuffledDown

fn laterLane(local: u32, value: Acc, step: u32) -> Acc {
  return shuffledDown(value, step);
}
