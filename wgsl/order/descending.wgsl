// Descending: kernels compare the complement of the ordered key, so that ties still keep input order.

fn sortKey(bits: u32) -> u32 {
  return ~toOrdered(bits);
}

fn keyBits(key: u32) -> u32 {
  return fromOrdered(~key);
}
