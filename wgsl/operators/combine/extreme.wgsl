// Min and max, on the bits of a number (operators/rank/… says how bits compare): NaN wins, and a, the earlier one, wins
// ties.
//
// takes rankOf isNan (operators/rank/ f16 | f32 | f64 | i64 | signed | u64 | unsigned)  rankLess (operators/rank/
//       less_two_words | less_word)
// given Bits

/** How a number stands among others: NaNs where the winner does, below or above all. */
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
