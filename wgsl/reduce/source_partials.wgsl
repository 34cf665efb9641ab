// What a fold reads: the tiles' results.

fn term(i: u32) -> Acc {
  return accOf(partials[i]);
}
