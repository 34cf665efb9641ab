// Rounds of a fold: what the lane's range needs. Only for groups of one lane, whose folds have no barriers.
//
// given LEAF

fn roundsFor(count: u32, local: u32) -> u32 {
  return (count + LEAF - 1u) / LEAF;
}
