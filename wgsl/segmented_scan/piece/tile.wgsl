// The fold of a piece by the tiles of a reduce's sweep. Same name as terms.wgsl. Nothing follows a piece that is
// shorter than a tile, so it needs no fold.
//
// given foldTile, Acc, MERGE_TILE, identity

fn foldPiece(base: u32, length: u32, begin: u32, end: u32) -> Acc {
  if (end - begin < MERGE_TILE) {
    return identity();
  }
  return foldTile(base + begin, base);
}
