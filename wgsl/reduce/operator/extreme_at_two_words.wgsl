// Argmin and argmax of elements of two words: (low, high, index). Terms are combined in element order, so the earlier one
// has the lower index.

fn extremeAt(a: vec3u, b: vec3u, isMax: bool) -> vec3u {
  return select(a, b, laterWins(a.xy, b.xy, isMax));
}
