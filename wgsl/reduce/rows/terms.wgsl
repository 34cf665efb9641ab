// A fold of one column by one lane, by the tree of reduce/fold/fold: leaves of LEAF terms from left to right, then
// pairs.
//
// import push, foldStack from reduce/fold/stack
// given Acc, LEAF, identity, combine, TREE

/** The lane's column. It is set before a fold. */
var<private> column: u32;

/** Folds terms first … first + count − 1. Indices of terms count from `origin`. */
fn foldColumn(first: u32, count: u32, origin: u32) -> Acc {
  let leaves = count / LEAF + select(0u, 1u, count % LEAF != 0u);
  var inOrder = identity();
  for (var leaf = 0u; leaf < leaves; leaf++) {
    let begin = first + leaf * LEAF;
    let end = first + min(leaf * LEAF + LEAF, count);
    var value = termAt(begin, origin);
    for (var i = begin + 1u; i < end; i++) {
      value = withTerm(value, i, origin);
    }
    if (TREE) {
      push(leaf, value);
    } else if (leaf == 0u) {
      inOrder = value;
    } else {
      inOrder = combine(inOrder, value);
    }
  }
  if (TREE) {
    return foldStack(leaves);
  }
  return inOrder;
}

// ---- choice term: rows
// Elements of the call's rows. Indices count rows from `origin`, the segment's first one.
//
// import bitsAt from operators/element
// given Acc, identity, elementTerm, appended, rowAt, rowCount, enterRow, WIDTH

/** A row outside the table adds nothing. */
fn termAt(i: u32, origin: u32) -> Acc {
  let row = rowAt(i);
  if (row >= rowCount()) {
    return identity();
  }
  enterRow(i);
  return elementTerm(bitsAt(row * WIDTH + column), i - origin);
}

/** Combines `before` and the term. */
fn withTerm(before: Acc, i: u32, origin: u32) -> Acc {
  let row = rowAt(i);
  if (row >= rowCount()) {
    return before;
  }
  enterRow(i);
  return appended(before, bitsAt(row * WIDTH + column), i - origin);
}

// ---- choice term: none
// For operators that need only the lengths of segments.
//
// given Acc, identity

fn termAt(i: u32, origin: u32) -> Acc {
  return identity();
}

fn withTerm(before: Acc, i: u32, origin: u32) -> Acc {
  return before;
}

// ---- choice term: partials
// Results of tiles: one accumulator a tile and column.
//
// given Acc, loadPartial, combine, WIDTH

fn termAt(i: u32, origin: u32) -> Acc {
  return loadPartial(i * WIDTH + column);
}

/** Combines `before` and the term. */
fn withTerm(before: Acc, i: u32, origin: u32) -> Acc {
  return combine(before, termAt(i, origin));
}

// ---- choice row: own
// Items are rows of the input.

fn rowAt(i: u32) -> u32 {
  return i;
}

/** Segments end with the items, so each row is there. */
fn rowCount() -> u32 {
  return 0xFFFFFFFFu;
}

// ---- choice row: listed
// Items are numbers of rows.
//
//   rowsIn   read: a row an item
//   input    read: the table
//
// given WIDTH, InputWord, PER_WORD

var<storage, read_write> rowsIn: array<u32>;
var<storage, read_write> input: array<InputWord>;

fn rowAt(i: u32) -> u32 {
  return rowsIn[i];
}

/** Rows of the table, as long as its binding. */
fn rowCount() -> u32 {
  return arrayLength(&input) * PER_WORD / WIDTH;
}

// ---- choice weight: none

fn enterRow(i: u32) {
}

// ---- choice weight: given
// Each element is multiplied by its item's weight, in the operator's load.
//
//   weightsIn   read: one f32 an item

var<storage, read_write> weightsIn: array<f32>;
var<private> rowWeight: f32;

fn enterRow(i: u32) {
  rowWeight = weightsIn[i];
}
