// Terms of a fold: results of earlier folds.
//
// given Acc, loadPartial, combine

fn leafTerm(i: u32, origin: u32) -> Acc {
  return loadPartial(i);
}

/** Combines `before` and the term. */
fn withLeafTerm(before: Acc, i: u32, origin: u32) -> Acc {
  return combine(before, leafTerm(i, origin));
}
