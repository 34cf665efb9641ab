// What a scan combines by: sums. Scanned is a word, or a vector of words that are scanned side by side.
//
// given Scanned

fn scanIdentity() -> Scanned {
  return Scanned();
}

/** `a` is the earlier one. */
fn scanCombine(a: Scanned, b: Scanned) -> Scanned {
  return a + b;
}
