// Sum of f32.

alias Acc = f32;
const IDENTITY = 0.0;

fn accOf(bits: u32) -> Acc {
  return bitcast<f32>(bits);
}

fn accBits(value: Acc) -> u32 {
  return bitcast<u32>(value);
}

fn combine(a: Acc, b: Acc) -> Acc {
  return a + b;
}
