// The upper part of a fold's tree, as a stack of subtrees without a right neighbour so far. There is at most one a
// level, like the digits of a binary counter. STACK levels suffice for the longest range. Only one lane of a workgroup
// may call these functions if the stack is the workgroup's.
//
// given subtrees, Acc, combine, identity

/** Adds the subtree with this index among the subtrees of the lowest level. */
fn push(index: u32, subtree: Acc) {
  var value = subtree;
  var level = 0u;
  for (; (index >> level) % 2u == 1u; level++) {
    value = combine(subtrees[level], value);
  }
  subtrees[level] = value;
}

/** Combines all `count` subtrees that were added. */
fn foldStack(count: u32) -> Acc {
  var result = identity();
  var first = true;
  for (var level = 0u; (count >> level) != 0u; level++) {
    if ((count >> level) % 2u == 1u) {
      if (first) {
        result = subtrees[level];
      } else {
        result = combine(subtrees[level], result);
      }
      first = false;
    }
  }
  return result;
}
