// Terms of the fold of a segment that was cut (join.software.wgsl): the results of its tiles.
//
// given Acc, loadPartial, combine

/** The result of merge tile `i`'s tile of the segment that begins in merge tile `origin`. */
fn leafTerm(i: u32, origin: u32) -> Acc {
  return loadPartial(2u * i + select(0u, 1u, i == origin));
}

/** Combines `before` and the term. */
fn withLeafTerm(before: Acc, i: u32, origin: u32) -> Acc {
  return combine(before, leafTerm(i, origin));
}
