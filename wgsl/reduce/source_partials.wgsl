// What a fold reads: results of earlier folds.

fn term(i: u32, origin: u32) -> Acc {
  return loadPartial(i);
}
