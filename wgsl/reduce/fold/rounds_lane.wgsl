// Rounds of a fold: as many as the lane's own work needs. Only for groups of one lane, which wait for nobody.
//
// given LEAF

fn roundsFor(count: u32, local: u32) -> u32 {
  return (count + LEAF - 1u) / LEAF;
}
