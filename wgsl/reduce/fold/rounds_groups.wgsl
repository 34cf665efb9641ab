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
