// Min and max on the bits of numbers. The modules in operators/rank define how bits compare. NaN wins. Of equal numbers
// `a`, the earlier one, wins.
//
// import rankOf, isNan, rankLess from operators/rank
// given Bits

/** The rank of a number. NaN gets the lowest rank of all for min, and the highest for max. */
fn placed(bits: Bits, isMax: bool) -> Bits {
  return select(rankOf(bits), Bits(select(0u, 0xFFFFFFFFu, isMax)), isNan(bits));
}

fn laterWins(a: Bits, b: Bits, isMax: bool) -> bool {
  let rankA = placed(a, isMax);
  let rankB = placed(b, isMax);
  return select(rankLess(rankB, rankA), rankLess(rankA, rankB), isMax);
}

fn extreme(a: Bits, b: Bits, isMax: bool) -> Bits {
  return select(a, b, laterWins(a, b, isMax));
}
