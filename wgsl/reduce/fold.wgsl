// Folds `count` terms by one fixed tree that depends on the count alone: leaves of LEAF terms, each folded left to
// right, then pairs of neighbours, pairs of pairs, and so on, aligned at the first leaf; a leaf or subtree without a
// right neighbour moves up as it is. So a float sum has the same bits in every size class, family and subgroup size,
// its error grows with the logarithm of the count, and an operator need not be commutative.
//
// GROUP_LANES lanes share the work: in each round every lane folds one leaf, the lanes' results are combined pairwise
// (neighbour/…), and each round's result goes onto a stack that is merged like the digits of a binary counter.

const STACK = 32u;

fn foldLeaf(first: u32, end: u32) -> Acc {
  var value = term(first);
  for (var i = first + 1u; i < end; i++) {
    value = combine(value, term(i));
  }
  return value;
}

/** The fold of terms first … first + count, right in the group's first lane. `rounds` must be uniform in the group. */
fn fold(first: u32, count: u32, lane: u32, local: u32, rounds: u32) -> Acc {
  let leaves = count / LEAF + select(0u, 1u, count % LEAF != 0u);
  var stack: array<Acc, STACK>;
  for (var round = 0u; round < rounds; round++) {
    let leaf = round * GROUP_LANES + lane;
    var value = IDENTITY;
    if (leaf < leaves) {
      value = foldLeaf(first + leaf * LEAF, first + min(leaf * LEAF + LEAF, count));
    }
    for (var step = 1u; step < GROUP_LANES; step <<= 1u) {
      let later = laterLane(local, value, step);
      if (lane % (step * 2u) == 0u && leaf + step < leaves) {
        value = combine(value, later);
      }
    }
    if (round * GROUP_LANES < leaves) {
      var level = 0u;
      for (; (round >> level) % 2u == 1u; level++) {
        value = combine(stack[level], value);
      }
      stack[level] = value;
    }
  }
  return foldStack(&stack, (leaves + GROUP_LANES - 1u) / GROUP_LANES);
}

fn foldStack(stack: ptr<function, array<Acc, STACK>>, rounds: u32) -> Acc {
  var result = IDENTITY;
  var first = true;
  for (var level = 0u; (rounds >> level) != 0u; level++) {
    if ((rounds >> level) % 2u == 1u) {
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
