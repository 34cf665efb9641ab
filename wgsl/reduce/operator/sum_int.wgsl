// Sum of u32 or i32, wrapping: the same addition of words.

alias Acc = u32;
const IDENTITY = 0u;

fn accOf(bits: u32) -> Acc {
  return bits;
}

fn accBits(value: Acc) -> u32 {
  return value;
}

fn combine(a: Acc, b: Acc) -> Acc {
  return a + b;
}
