// Min and max, on the bits of a number (rank_….wgsl says how bits compare): a is the earlier one and wins ties.
// EXTREME_MAX chooses max; the identity is that of the type.

alias Acc = u32;

fn accOf(bits: u32) -> Acc {
  return bits;
}

fn accBits(value: Acc) -> u32 {
  return value;
}

fn combine(a: Acc, b: Acc) -> Acc {
  let rankA = rankOf(a);
  let rankB = rankOf(b);
  let later = select((rankB < rankA), (rankB > rankA), EXTREME_MAX);
  return select(a, b, (later || isNan(b)) && !isNan(a));
}
