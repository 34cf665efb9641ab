// The upper part of a fold's tree: subtrees that still wait for a right neighbour, one a level, like the digits of a
// binary counter. STACK levels suffice for the longest range.
//
// given Acc  STACK  combine  identity

/** Adds subtree number `index`, of those on the lowest level. */
fn push(stack: ptr<function, array<Acc, STACK>>, index: u32, subtree: Acc) {
  var value = subtree;
  var level = 0u;
  for (; (index >> level) % 2u == 1u; level++) {
    value = combine((*stack)[level], value);
  }
  (*stack)[level] = value;
}

/** The fold of all `count` subtrees added. */
fn foldStack(stack: ptr<function, array<Acc, STACK>>, count: u32) -> Acc {
  var result = identity();
  var first = true;
  for (var level = 0u; (count >> level) != 0u; level++) {
    if ((count >> level) % 2u == 1u) {
      if (first) {
        result = (*stack)[level];
      } else {
        result = combine((*stack)[level], result);
      }
      first = false;
    }
  }
  return result;
}
