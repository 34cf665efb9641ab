// The combination of a scan: sum, at most the largest u32. Lengths of segments that overlap may have larger sums.

fn scanIdentity() -> u32 {
  return 0u;
}

fn scanCombine(a: u32, b: u32) -> u32 {
  return a + min(b, ~a);
}
