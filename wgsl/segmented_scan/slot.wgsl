// Where the accumulators of pieces lie. Each merge tile has two: for a piece that continues, and for a first piece.

/** The slot of a piece of the segment that merge tile `owner` owns. */
fn slotOfPiece(owner: u32, piece: u32) -> u32 {
  return 2u * (owner + piece) + select(0u, 1u, piece == 0u);
}
