// The steps of an invocation through a merge tile.

// ---- choice steps: any
// One step of the sweep of software adapters (sweep.software.wgsl). A step is a leaf of the segment's tree. If results
// need no tree, it is as long as four leaves.
//
// import push, foldStack from reduce/fold/stack
// given foldLeaf, prefetchedAt, foldOn, LEAF, TREE, Acc, MERGE_TILE

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
  var prefetched = prefetchedAt(first);
  for (var leaf = 0u; leaf < MERGE_TILE / LEAF; leaf++) {
    push(leaf, foldOn(&prefetched, first + leaf * LEAF, LEAF, end, origin));
  }
  return foldStack(MERGE_TILE / LEAF);
}

// ---- choice steps: aligned
// One step of the sweep of software adapters. Here results need no tree (TREE is false) and elements are one word
// each, of which kernels read four at a time. A step ends where a vector ends. So no vector is
// read twice, and no word is shifted. On lavapipe, where every lane loads word by word, loads are four fifths of the
// sweep's time.
//
// given indexOf, InputWord, Acc, elementTerm, combine, MERGE_TILE

var<storage, read_write> input: array<InputWord>;

/**
 * A step is at most 32 vectors. Lanes wait for each other only between steps. A longer step has less overhead a term,
 * but lanes with short segments wait longer for a lane with a long segment.
 */
fn stepEnd(first: u32) -> u32 {
  return (first / 4u + 32u) * 4u;
}

/** Folds terms first … end − 1, at least one, left to right. */
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
  // Terms of the vectors between the first and the last need no check. A subgroup spends the time of a loop's first
  // iteration even if no lane needs it. The `if` prevents this.
  vector++;
  if (vector < last) {
    for (var k = vector; k < last; k += 2u) {
      value = foldWhole(value, k, origin);
      if (k + 1u < last) {
        value = foldWhole(value, k + 1u, origin);
      }
    }
  }
  // This is the last vector. If it is also the first one, `at` is past the end, and no term is combined. A wasted load
  // costs less than a load under a condition.
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

/** Combines `before` with all terms of a vector. */
fn foldWhole(before: Acc, vector: u32, origin: u32) -> Acc {
  var value = before;
  let bits = input[vector];
  for (var k = 0u; k < 4u; k++) {
    value = combine(value, elementTerm(bits[k], indexOf(4u * vector + k, origin)));
  }
  return value;
}

/** Folds a whole tile of a long segment: terms first … first + MERGE_TILE − 1. */
fn foldTile(first: u32, origin: u32) -> Acc {
  return foldStep(first, first + MERGE_TILE, origin);
}
