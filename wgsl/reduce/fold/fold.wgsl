// Folds `count` terms by one fixed tree that depends only on the count. Leaves of LEAF terms are folded left to right.
// Then neighbours are combined in pairs, pairs of pairs, and so on, aligned at the first leaf. A leaf or subtree
// without a right neighbour moves up one level unchanged. So a float sum has the same bits in every size class, family
// and subgroup size. Its error grows with the logarithm of the count. An operator need not be commutative.
//
// GROUP_LANES lanes fold one range. In each round every lane folds one leaf, and the lanes' results are combined
// pairwise (neighbour.wgsl). Each round's result is pushed onto a stack of subtrees (stack.wgsl). If results do not
// depend on how terms are bracketed (TREE is false), each round's result is combined with the result so far.
//
// import push, foldStack from reduce/fold/stack
// import foldLeaf from reduce/fold/leaf
// import laterLane from reduce/fold/neighbour
// given Acc, LEAF, identity, GROUP_LANES, combine, TREE

/**
 * Folds terms first … first + count − 1. Only the group's first lane gets the result. Indices of terms count from
 * `origin`. `rounds` must be uniform in the group.
 */
fn fold(first: u32, count: u32, origin: u32, lane: u32, local: u32, rounds: u32) -> Acc {
  let leaves = count / LEAF + select(0u, 1u, count % LEAF != 0u);
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
        // The stack may be the workgroup's, so only the lane that has the round's result writes it.
        if (lane == 0u) {
          push(round, value);
        }
      } else if (round == 0u) {
        // The identity would win ties here, since it is the earlier term. For argmin and argmax it has no valid index.
        inOrder = value;
      } else {
        inOrder = combine(inOrder, value);
      }
    }
  }
  if (TREE && lane == 0u) {
    return foldStack((leaves + GROUP_LANES - 1u) / GROUP_LANES);
  }
  return inOrder;
}
