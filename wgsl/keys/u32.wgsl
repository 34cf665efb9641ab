// u32 keys: already in order.

fn toOrdered(bits: u32) -> u32 {
  return bits;
}

fn fromOrdered(ordered: u32) -> u32 {
  return ordered;
}
