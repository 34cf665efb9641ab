// The rounds of a fold: how often its lanes take a leaf each.

// ---- choice rounds: fixed
// Rounds of a fold: ROUNDS for every group, so that control flow is uniform in groups that share a subgroup or
// workgroup. For ranges of bounded length.
//
// given ROUNDS

fn roundsFor(count: u32, local: u32) -> u32 {
  return ROUNDS;
}

// ---- choice rounds: lane
// Rounds of a fold: what the lane's range needs. Only for groups of one lane, whose folds have no barriers.
//
// given LEAF

fn roundsFor(count: u32, local: u32) -> u32 {
  return (count + LEAF - 1u) / LEAF;
}

// ---- choice rounds: groups
// Rounds of a fold: what the longest range of the workgroup needs, made uniform. For groups of a part of a workgroup,
// whose ranges may have any length.
//
// given WORKGROUP, LEAF, GROUP_LANES

var<workgroup> groupRounds: array<u32, WORKGROUP>;
var<workgroup> maxRounds: u32;

fn roundsFor(count: u32, local: u32) -> u32 {
  groupRounds[local] = count / (LEAF * GROUP_LANES) + 1u;
  workgroupBarrier();
  if (local == 0u) {
    var rounds = 0u;
    for (var i = 0u; i < WORKGROUP; i += GROUP_LANES) {
      rounds = max(rounds, groupRounds[i]);
    }
    maxRounds = rounds;
  }
  return workgroupUniformLoad(&maxRounds);
}

// ---- choice rounds: workgroup
// Rounds of a fold: what the workgroup's one segment or tile needs, made uniform. For groups of a whole workgroup.
//
// given LEAF, GROUP_LANES

var<workgroup> workgroupRounds: u32;

fn roundsFor(count: u32, local: u32) -> u32 {
  if (local == 0u) {
    workgroupRounds = (count + LEAF * GROUP_LANES - 1u) / (LEAF * GROUP_LANES);
  }
  return workgroupUniformLoad(&workgroupRounds);
}
