// A piece of a segment that the fold of a scan combines.

// ---- choice piece: terms
// The fold of a piece, a term at a time: for reverse scans, and for windows whose last piece is folded as well.
//
// import termAt from segmented_scan/term
// import push, foldStack from reduce/fold/stack
// given Acc, LEAF, combine

/** Folds positions `begin` … `end` − 1 of a segment, which begin at a piece. */
fn foldPiece(base: u32, length: u32, begin: u32, end: u32) -> Acc {
  for (var at = begin; at < end; at += LEAF) {
    var value = termAt(base, length, at);
    for (var position = at + 1u; position < min(at + LEAF, end); position++) {
      value = combine(value, termAt(base, length, position));
    }
    push((at - begin) / LEAF, value);
  }
  return foldStack((end - begin + LEAF - 1u) / LEAF);
}

// ---- choice piece: tile
// The fold of a piece by the tiles of a reduce's sweep. Same name as terms.wgsl. Nothing follows a piece that is
// shorter than a tile, so it needs no fold.
//
// import foldTile from reduce/sweep/steps.software
// given Acc, MERGE_TILE, identity

fn foldPiece(base: u32, length: u32, begin: u32, end: u32) -> Acc {
  if (end - begin < MERGE_TILE) {
    return identity();
  }
  return foldTile(base + begin, base);
}
