// The upper part of a fold's tree, as a stack of subtrees without a right neighbour so far. There is at most one a
// level, like the digits of a binary counter. STACK levels suffice for the longest range. Only one lane of a workgroup
// may call these functions if the stack is the workgroup's.
//
// given Acc, combine, identity

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

// ---- choice subtrees: private
// The stack of subtrees of a fold (reduce/fold/stack), for groups of one lane or a part of a workgroup. Every lane has
// a stack. Only that of the group's first lane is in use.
//
// given STACK

var<private> subtrees: array<Acc, STACK>;

// ---- choice subtrees: workgroup
// The stack of subtrees of a fold (reduce/fold/stack), for groups of a whole workgroup. Many levels of many words would
// take a lane's registers, and compilers would move them to memory. Only the first lane reads and writes the stack, so
// it needs no barrier.
//
// given STACK

var<workgroup> subtrees: array<Acc, STACK>;
