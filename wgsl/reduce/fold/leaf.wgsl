// Folds a leaf of a fold's tree: terms first … end − 1, at least one, left to right.
//
// given leafTerm, withLeafTerm, Acc

fn foldLeaf(first: u32, end: u32, origin: u32) -> Acc {
  var value = leafTerm(first, origin);
  for (var i = first + 1u; i < end; i++) {
    value = withLeafTerm(value, i, origin);
  }
  return value;
}

alias Held = u32;

/** leaf_vectors.wgsl needs this. Here nothing is held. */
fn heldAt(first: u32) -> Held {
  return 0u;
}

fn foldOn(held: ptr<function, Held>, first: u32, count: u32, end: u32, origin: u32) -> Acc {
  return foldLeaf(first, first + count, origin);
}
