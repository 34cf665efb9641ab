// Groups of one lane: there is no neighbour.
//
// given Acc

fn laterLane(local: u32, value: Acc, step: u32) -> Acc {
  return value;
}
