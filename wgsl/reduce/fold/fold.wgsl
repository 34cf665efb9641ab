// Folds `count` terms by one fixed tree that depends on the count alone: leaves of LEAF terms, each folded left to
// right, then pairs of neighbours, pairs of pairs, and so on, aligned at the first leaf; a leaf or subtree without a
// right neighbour moves up as it is. So a float sum has the same bits in every size class, family and subgroup size,
// its error grows with the logarithm of the count, and an operator need not be commutative.
//
// GROUP_LANES lanes share the work: in each round every lane folds one leaf, the lanes' results are combined pairwise
// (neighbour/…), and each round's result goes onto a stack of subtrees (stack.wgsl). Where results do not depend on how
// terms are bracketed (TREE is false), rounds are combined as they come.
//
// uses  push foldStack (reduce/fold/stack)
// takes foldLeaf (reduce/fold/ leaf | leaf_vectors)  laterLane (reduce/fold/neighbour/ none | subgroup | workgroup)
// given Acc  LEAF  STACK  identity  GROUP_LANES  combine  TREE

/**
 * The fold of terms first … first + count, right in the group's first lane. Terms know their distance from `origin`.
 * `rounds` must be uniform in the group.
 */
fn fold(first: u32, count: u32, origin: u32, lane: u32, local: u32, rounds: u32) -> Acc {
  let leaves = count / LEAF + select(0u, 1u, count % LEAF != 0u);
  var stack: array<Acc, STACK>;
  var inOrder = identity();
  for (var round = 0u; round < rounds; round++) {
    let leaf = round * GROUP_LANES + lane;
    var value = identity();
    if (leaf < leaves) {
      value = foldLeaf(first + leaf * LEAF, first + min(leaf * LEAF + LEAF, count), origin);
    }
    for (var step = 1u; step < GROUP_LANES; step <<= 1u) {
      let later = laterLane(local, value, step);
      if (lane % (step * 2u) == 0u && leaf + step < leaves) {
        value = combine(value, later);
      }
    }
    if (round * GROUP_LANES < leaves) {
      if (TREE) {
        push(&stack, round, value);
      } else if (round == 0u) {
        // Not combined with the identity, which would win ties as the earlier one: of argmin, argmax it has no index.
        inOrder = value;
      } else {
        inOrder = combine(inOrder, value);
      }
    }
  }
  if (!TREE) {
    return inOrder;
  }
  return foldStack(&stack, (leaves + GROUP_LANES - 1u) / GROUP_LANES);
}
