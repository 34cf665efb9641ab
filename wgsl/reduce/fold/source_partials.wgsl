// Terms of a fold: results of earlier folds.
//
// given Acc  loadPartial

fn leafTerm(i: u32, origin: u32) -> Acc {
  return loadPartial(i);
}
