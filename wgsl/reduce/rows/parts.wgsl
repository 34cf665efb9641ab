// Parts of segments of rows that were cut, of one column: the results of tiles, and leaves of rows.
//

// ---- part foldTiles
// The fold of a segment's tiles, whose results are leaves.
//
// import push, foldStack from reduce/fold/stack
// import leafOfTiles from reduce/rows/parts
// import MAX_LEAVES from reduce/rows/terms
// given Acc, LEAF, identity, combine, TREE

/** Folds merge tiles first … first + count − 1 of a segment that begins in `origin`. */
fn foldTiles(first: u32, count: u32, origin: u32) -> Acc {
  if (count <= LEAF) {
    return leafOfTiles(first, max(count, 1u), origin);
  }
  var result = identity();
  for (var leaf = 0u; leaf < MAX_LEAVES; leaf++) {
    let begin = leaf * LEAF;
    if (begin >= count) {
      break;
    }
    let value = leafOfTiles(first + begin, min(count - begin, LEAF), origin);
    if (TREE) {
      push(leaf, value);
    } else if (leaf == 0u) {
      result = value;
    } else {
      result = combine(result, value);
    }
  }
  if (TREE) {
    result = foldStack((count - 1u) / LEAF + 1u);
  }
  return result;
}

// ---- choice slots: merged
// Results of a segment's tiles in a sweep. `origin` is the merge tile where the segment begins. Its part has the second
// slot there.
//
// import column from reduce/rows/terms
// given Acc, loadPartial, WIDTH

fn partialOf(mergeTile: u32, origin: u32) -> Acc {
  return loadPartial((2u * mergeTile + select(0u, 1u, mergeTile == origin)) * WIDTH + column);
}

// ---- choice slots: listed
// Results of a segment's tiles, slot after slot.
//
// import column from reduce/rows/terms
// given Acc, loadPartial, WIDTH

fn partialOf(slot: u32, origin: u32) -> Acc {
  return loadPartial(slot * WIDTH + column);
}

// ---- part leafOfRows
// A leaf of one column, from left to right. A lane reads three rows before it waits.
//
// given Acc, readAt, termOf, withTerm, TERMS_OF_LEAF

/** Up to TERMS_OF_LEAF terms, one at least. */
fn leafOfRows(first: u32, count: u32, origin: u32) -> Acc {
  let index = first - origin;
  var value = termOf(readAt(first), index);
  for (var group = 0u; group < TERMS_OF_LEAF / 3u; group++) {
    let k = 3u * group + 1u;
    if (k >= count) {
      break;
    }
    let a = readAt(first + k);
    let b = readAt(first + min(k + 1u, count - 1u));
    let c = readAt(first + min(k + 2u, count - 1u));
    value = withTerm(value, a, index + k);
    if (k + 1u < count) {
      value = withTerm(value, b, index + k + 1u);
    }
    if (k + 2u < count) {
      value = withTerm(value, c, index + k + 2u);
    }
  }
  return value;
}

// ---- part leafOfTiles
// Results of a segment's tiles: LEAF of them are a subtree.
//
// given Acc, LEAF, LEVELS, combine, partialOf

/** Up to LEAF results, one at least. */
fn leafOfTiles(first: u32, count: u32, origin: u32) -> Acc {
  var values = array<Acc, LEAF>();
  for (var k = 0u; k < LEAF; k++) {
    values[k] = partialOf(first + min(k, count - 1u), origin);
  }
  for (var level = 0u; level < LEVELS; level++) {
    for (var pair = 0u; pair < LEAF / 2u; pair++) {
      let left = pair << (level + 1u);
      let right = left + (1u << level);
      if (right < LEAF) {
        if (right < count) {
          values[left] = combine(values[left], values[right]);
        }
      }
    }
  }
  return values[0];
}
