// Comparison of ranks of two words, low word first.

fn rankLess(a: vec2u, b: vec2u) -> bool {
  return a.y < b.y || (a.y == b.y && a.x < b.x);
}
