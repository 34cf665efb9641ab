// What an invocation folds at a time as it walks (walk_lone.wgsl): a leaf of the segment's tree, or four where there is none.

/** Where a step from term `first` on ends, where its segment goes on so far. */
fn stepEnd(first: u32) -> u32 {
  return first + select(4u * LEAF, LEAF, TREE);
}

fn foldStep(first: u32, end: u32, origin: u32) -> Acc {
  return foldLeaf(first, end, origin);
}

/**
 * A whole tile of a long segment: terms first … first + FLAT_TILE − 1. Every leaf is a whole one, known when the kernel is
 * compiled: no term is asked about.
 */
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
