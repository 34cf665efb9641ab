// The lower part of a tree in workgroup memory: a lane has at most one whole leaf. Leaves of a segment that follow each
// other are in lanes that follow each other.
//
// given Acc  WORKGROUP  combine

/** Totals of leaves; after `sumLeaves` that of leaf i is its largest subtree, of as many leaves as i + 1 has in its lowest bit. */
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
