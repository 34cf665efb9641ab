// As steps.software.wgsl, where results need no tree (TREE is false) and elements, a word each, are read four at a
// time. A step ends where a vector ends, so that no vector is read twice and no word is shifted into place. On
// lavapipe, where every lane loads word by word, loads are four fifths of a walk.
//
// takes indexOf (reduce/fold/ source_chunk | source_input)
// given InputWord  Acc  elementTerm  combine  MERGE_TILE

var<storage, read_write> input: array<InputWord>;

/**
 * A step is 32 vectors. Lanes wait for each other between steps alone. A longer step does less beside adding, but lanes
 * with short segments wait longer for one with a long segment.
 */
fn stepEnd(first: u32) -> u32 {
  return (first / 4u + 32u) * 4u;
}

/** Terms first … end − 1, one or more, left to right. */
fn foldStep(first: u32, end: u32, origin: u32) -> Acc {
  var vector = first / 4u;
  let last = (end - 1u) / 4u;
  var bits = input[vector];
  var value = elementTerm(bits[first % 4u], indexOf(first, origin));
  for (var k = 1u; k < 4u; k++) {
    let at = 4u * vector + k;
    if (at > first && at < end) {
      value = combine(value, elementTerm(bits[k], indexOf(at, origin)));
    }
  }
  // Terms of whole vectors between the first and the last are not checked. The first turn of a loop costs a subgroup
  // its time even where no lane takes it; what an `if` holds does not.
  vector++;
  if (vector < last) {
    for (var k = vector; k < last; k += 2u) {
      value = foldWhole(value, k, origin);
      if (k + 1u < last) {
        value = foldWhole(value, k + 1u, origin);
      }
    }
  }
  // The last vector. If it is the first as well, nothing is added: a load under a condition costs more than a wasted
  // one.
  vector = max(vector, last);
  bits = input[last];
  for (var k = 0u; k < 4u; k++) {
    let at = 4u * vector + k;
    if (at < end) {
      value = combine(value, elementTerm(bits[k], indexOf(at, origin)));
    }
  }
  return value;
}

/** `before` and all terms of a vector. */
fn foldWhole(before: Acc, vector: u32, origin: u32) -> Acc {
  var value = before;
  let bits = input[vector];
  for (var k = 0u; k < 4u; k++) {
    value = combine(value, elementTerm(bits[k], indexOf(4u * vector + k, origin)));
  }
  return value;
}

/** A whole tile of a long segment: terms first … first + MERGE_TILE − 1. */
fn foldTile(first: u32, origin: u32) -> Acc {
  return foldStep(first, first + MERGE_TILE, origin);
}
