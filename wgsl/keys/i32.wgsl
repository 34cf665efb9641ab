// i32 keys: flipping the sign bit makes two's complement ascend as u32.

fn toOrdered(bits: u32) -> u32 {
  return bits ^ 0x80000000u;
}

fn fromOrdered(ordered: u32) -> u32 {
  return ordered ^ 0x80000000u;
}
