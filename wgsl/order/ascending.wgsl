// Ascending: kernels compare the ordered key as it is.

fn sortKey(bits: u32) -> u32 {
  return toOrdered(bits);
}

fn keyBits(key: u32) -> u32 {
  return fromOrdered(key);
}
