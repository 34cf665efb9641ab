// What the fold of a segment that was cut reads (join.software.wgsl): the results of its tiles.
//
// given Acc  loadPartial

/** The tiles of a segment that begins in merge tile `origin`: that of merge tile `i`. */
fn leafTerm(i: u32, origin: u32) -> Acc {
  return loadPartial(2u * i + select(0u, 1u, i == origin));
}
