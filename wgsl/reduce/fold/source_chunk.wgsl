// Terms of a fold: elements of a chunk of one segment, which is too long for a binding. Indices count from the
// segment's first element.
//
//   indexBase   read: one word, the index of the chunk's first element
//
// given bitsAt, Acc, elementTerm, appended

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
