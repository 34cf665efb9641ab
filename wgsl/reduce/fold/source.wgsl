// Where the terms of a fold come from.

// ---- choice source: input
// Terms of a fold: elements of the call's input. Indices count from `origin`, the segment's first element.
//
// import bitsAt from operators/element
// given Acc, elementTerm, appended

fn indexOf(i: u32, origin: u32) -> u32 {
  return i - origin;
}

fn leafTerm(i: u32, origin: u32) -> Acc {
  return elementTerm(bitsAt(i), indexOf(i, origin));
}

/** Combines `before` and the term. */
fn withLeafTerm(before: Acc, i: u32, origin: u32) -> Acc {
  return appended(before, bitsAt(i), indexOf(i, origin));
}

// ---- choice source: chunk
// Terms of a fold: elements of a chunk of one segment, which is too long for a binding. Indices count from the
// segment's first element.
//
//   indexBase   read: one word, the index of the chunk's first element
//
// import bitsAt from operators/element
// given Acc, elementTerm, appended

var<storage, read_write> indexBase: array<u32>;

fn indexOf(i: u32, origin: u32) -> u32 {
  return i + indexBase[0];
}

fn leafTerm(i: u32, origin: u32) -> Acc {
  return elementTerm(bitsAt(i), indexOf(i, origin));
}

/** Combines `before` and the term. */
fn withLeafTerm(before: Acc, i: u32, origin: u32) -> Acc {
  return appended(before, bitsAt(i), indexOf(i, origin));
}

// ---- choice source: partials
// Terms of a fold: results of earlier folds.
//
// given Acc, loadPartial, combine

fn leafTerm(i: u32, origin: u32) -> Acc {
  return loadPartial(i);
}

/** Combines `before` and the term. */
fn withLeafTerm(before: Acc, i: u32, origin: u32) -> Acc {
  return combine(before, leafTerm(i, origin));
}

// ---- choice source: tiles
// Terms of the fold of a segment that was cut (join.software.wgsl): the results of its tiles.
//
// given Acc, loadPartial, combine

/** The result of merge tile `i`'s tile of the segment that begins in merge tile `origin`. */
fn leafTerm(i: u32, origin: u32) -> Acc {
  return loadPartial(2u * i + select(0u, 1u, i == origin));
}

/** Combines `before` and the term. */
fn withLeafTerm(before: Acc, i: u32, origin: u32) -> Acc {
  return combine(before, leafTerm(i, origin));
}
