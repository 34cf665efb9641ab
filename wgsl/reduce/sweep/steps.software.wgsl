// One step of the sweep of software adapters (sweep.software.wgsl). A step is a leaf of the segment's tree. If results
// need no tree, it is as long as four leaves.
//
// import push, foldStack from reduce/fold/stack
// given foldLeaf, heldAt, foldOn, LEAF, TREE, Acc, MERGE_TILE

/** The end of a step that begins at term `first`, if its segment is long enough. */
fn stepEnd(first: u32) -> u32 {
  return first + select(4u * LEAF, LEAF, TREE);
}

fn foldStep(first: u32, end: u32, origin: u32) -> Acc {
  return foldLeaf(first, end, origin);
}

/**
 * Folds a whole tile of a long segment: terms first … first + MERGE_TILE − 1. The compiler knows that every leaf is
 * whole, so no term is checked against the end.
 */
fn foldTile(first: u32, origin: u32) -> Acc {
  let end = first + MERGE_TILE;
  if (!TREE) {
    return foldStep(first, end, origin);
  }
  var held = heldAt(first);
  for (var leaf = 0u; leaf < MERGE_TILE / LEAF; leaf++) {
    push(leaf, foldOn(&held, first + leaf * LEAF, LEAF, end, origin));
  }
  return foldStack(MERGE_TILE / LEAF);
}
