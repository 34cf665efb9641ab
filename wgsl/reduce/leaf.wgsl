// A leaf of a fold's tree: terms first … end − 1, one or more, left to right.

fn foldLeaf(first: u32, end: u32, origin: u32) -> Acc {
  var value = term(first, origin);
  for (var i = first + 1u; i < end; i++) {
    value = combine(value, term(i, origin));
  }
  return value;
}
