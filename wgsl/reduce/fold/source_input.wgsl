// Terms of a fold: elements of the call's input. Indices count from `origin`, the segment's first element.
//
// given bitsAt, Acc, elementTerm, appended

fn indexOf(i: u32, origin: u32) -> u32 {
  return i - origin;
}

fn leafTerm(i: u32, origin: u32) -> Acc {
  return elementTerm(bitsAt(i), indexOf(i, origin));
}

/** Combines `before` and the term. */
fn withLeafTerm(before: Acc, i: u32, origin: u32) -> Acc {
  return appended(before, bitsAt(i), indexOf(i, origin));
}
