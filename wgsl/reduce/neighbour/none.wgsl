// Groups of one lane: there is no neighbour.

fn laterLane(local: u32, value: Acc, step: u32) -> Acc {
  return value;
}
