// A whole tile of a long segment, folded by one invocation (walk_lone.wgsl).

/** Terms first … first + FLAT_TILE − 1. Every leaf is a whole one, known when the kernel is compiled: no term is asked about. */
fn foldTile(first: u32, origin: u32) -> Acc {
  var stack: array<Acc, STACK>;
  var value = identity();
  var held = heldAt(first);
  for (var leaf = 0u; leaf < FLAT_TILE / LEAF; leaf++) {
    let terms = foldOn(&held, first + leaf * LEAF, LEAF, first + FLAT_TILE, origin);
    if (TREE) {
      push(&stack, leaf, terms);
    } else if (leaf == 0u) {
      value = terms;
    } else {
      value = combine(value, terms);
    }
  }
  if (TREE) {
    value = foldStack(&stack, FLAT_TILE / LEAF);
  }
  return value;
}
