// Argmin and argmax of elements of one word: (bits, index). Terms are combined in element order, so the earlier one has the
// lower index.

fn extremeAt(a: vec2u, b: vec2u, isMax: bool) -> vec2u {
  return select(a, b, laterWins(a.x, b.x, isMax));
}
