// What a fold reads: the call's input. Indices count from `origin`, the segment's first element.

fn indexOf(i: u32, origin: u32) -> u32 {
  return i - origin;
}

fn term(i: u32, origin: u32) -> Acc {
  return elementTerm(bitsAt(i), indexOf(i, origin));
}
