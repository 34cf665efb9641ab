// What a fold reads: the call's input.

fn term(i: u32) -> Acc {
  return accOf(input[i]);
}
