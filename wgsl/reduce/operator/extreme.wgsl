// Min and max, on the bits of a number (rank/… says how bits compare): NaN wins, and a, the earlier one, wins ties.

fn laterWins(a: Bits, b: Bits, isMax: bool) -> bool {
  let rankA = rankOf(a);
  let rankB = rankOf(b);
  let beats = select(rankLess(rankB, rankA), rankLess(rankA, rankB), isMax);
  return (beats || isNan(b)) && !isNan(a);
}

fn extreme(a: Bits, b: Bits, isMax: bool) -> Bits {
  return select(a, b, laterWins(a, b, isMax));
}
