// The initial value of a scan, which is combined with every result on the left.
//
// given Acc, HAS_INITIAL, initialValue, identity, combine

/** The result before the first item of a segment. */
fn emptyResult() -> Acc {
  if (HAS_INITIAL) {
    return initialValue();
  }
  return identity();
}

fn withInitial(value: Acc) -> Acc {
  if (HAS_INITIAL) {
    return combine(initialValue(), value);
  }
  return value;
}
