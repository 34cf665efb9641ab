// As steps.wgsl, where results do not depend on how terms are bracketed (TREE is false) and elements, a word each, are read four
// at a time: a step ends where a vector ends, so that no vector is read twice and no word is shifted into place. On lavapipe,
// where every lane loads word by word, loads are four fifths of a walk.

/** Vectors of a step. */
const STEP = 8u;

fn stepEnd(first: u32) -> u32 {
  return (first / 4u + STEP) * 4u;
}

/** Terms first … end − 1, one or more, left to right. */
fn foldStep(first: u32, end: u32, origin: u32) -> Acc {
  let vector = first / 4u;
  let last = (end - 1u) / 4u;
  let bits = input[vector];
  var value = elementTerm(bits[first % 4u], indexOf(first, origin));
  for (var k = 1u; k < 4u; k++) {
    let at = 4u * vector + k;
    if (at > first && at < end) {
      value = combine(value, elementTerm(bits[k], indexOf(at, origin)));
    }
  }
  value = foldVector(value, vector + 1u, end, origin);
  // A loop's first turn costs the lanes of a subgroup its time even where none of them takes it; what an `if` holds does not.
  if (vector + 2u <= last) {
    for (var k = vector + 2u; k <= last; k++) {
      value = foldVector(value, k, end, origin);
    }
  }
  return value;
}

/** `before` and those of a vector's terms that lie before `end`, which may be none. */
fn foldVector(before: Acc, vector: u32, end: u32, origin: u32) -> Acc {
  var value = before;
  // What lies behind the last vector may lie behind the binding.
  let bits = input[min(vector, (end - 1u) / 4u)];
  for (var k = 0u; k < 4u; k++) {
    let at = 4u * vector + k;
    if (at < end) {
      value = combine(value, elementTerm(bits[k], indexOf(at, origin)));
    }
  }
  return value;
}

/** A whole tile of a long segment: terms first … first + FLAT_TILE − 1. */
fn foldTile(first: u32, origin: u32) -> Acc {
  let end = first + FLAT_TILE;
  var value = identity();
  for (var at = first; at < end; at = stepEnd(at)) {
    let terms = foldStep(at, min(stepEnd(at), end), origin);
    if (at == first) {
      value = terms;
    } else {
      value = combine(value, terms);
    }
  }
  return value;
}
