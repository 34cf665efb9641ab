// Rounds of a fold: ROUNDS for every group, since lanes of several groups run in step. For groups inside a subgroup.
//
// given ROUNDS

fn roundsFor(count: u32, local: u32) -> u32 {
  return ROUNDS;
}
