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
