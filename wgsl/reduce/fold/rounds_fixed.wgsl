// Rounds of a fold: ROUNDS for every group, so that control flow is uniform in groups that share a subgroup or
// workgroup. For ranges of bounded length.
//
// given ROUNDS

fn roundsFor(count: u32, local: u32) -> u32 {
  return ROUNDS;
}
