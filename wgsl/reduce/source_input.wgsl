// What a fold reads: the call's input. Indices count from `origin`, the segment's first element.

fn term(i: u32, origin: u32) -> Acc {
  return elementTerm(bitsAt(i), i - origin);
}
