// Combines the values of a scan by addition. Scanned is a word, or a vector of words that are scanned independently.
//
// given Scanned

fn scanIdentity() -> Scanned {
  return Scanned();
}

/** `a` comes before `b`. */
fn scanCombine(a: Scanned, b: Scanned) -> Scanned {
  return a + b;
}
