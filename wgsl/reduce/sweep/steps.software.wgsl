// What an invocation folds at a time as it walks (sweep.software.wgsl): a leaf of the segment's tree, or as much as four
// leaves where results need no tree.
//
// uses  push foldStack (reduce/fold/stack)
// takes foldLeaf heldAt foldOn (reduce/fold/ leaf | leaf_vectors)
// given LEAF  TREE  Acc  MERGE_TILE  STACK

/** Where a step from term `first` on ends, where its segment goes on so far. */
fn stepEnd(first: u32) -> u32 {
  return first + select(4u * LEAF, LEAF, TREE);
}

fn foldStep(first: u32, end: u32, origin: u32) -> Acc {
  return foldLeaf(first, end, origin);
}

/**
 * A whole tile of a long segment: terms first … first + MERGE_TILE − 1. Every leaf is whole, and the compiler knows it:
 * no term is checked against the end.
 */
fn foldTile(first: u32, origin: u32) -> Acc {
  let end = first + MERGE_TILE;
  if (!TREE) {
    return foldStep(first, end, origin);
  }
  var stack: array<Acc, STACK>;
  var held = heldAt(first);
  for (var leaf = 0u; leaf < MERGE_TILE / LEAF; leaf++) {
    push(&stack, leaf, foldOn(&held, first + leaf * LEAF, LEAF, end, origin));
  }
  return foldStack(&stack, MERGE_TILE / LEAF);
}
