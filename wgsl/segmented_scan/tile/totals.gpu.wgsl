// The lower part of a tree in workgroup memory: a lane has at most one whole leaf. Leaves of a segment that follow each
// other are in lanes that follow each other.
//
// given Acc, WORKGROUP, combine

// After `sumLeaves` the total of leaf i is that of the largest subtree that ends with it: as many leaves as the lowest
// bit of i + 1.
var<workgroup> totals: array<Acc, WORKGROUP>;

/** Adds the totals up. `leaf`: the index of the lane's leaf from the start of its piece. All lanes call it. */
fn sumLeaves(local: u32, live: bool, leaf: u32) {
  for (var span = 1u; span < WORKGROUP; span <<= 1u) {
    workgroupBarrier();
    if (live && ((leaf + 1u) & (2u * span - 1u)) == 0u && local >= span) {
      totals[local] = combine(totals[local - span], totals[local]);
    }
  }
  workgroupBarrier();
}
