// A fold of one column by one lane, by the tree of reduce/fold/fold: leaves of LEAF terms from left to right, then
// pairs. Four terms are read before the first of them is combined, so that their loads do not wait for each other.
//

/** The lane's column. It is set before a fold. */
var<private> column: u32;

// ---- part foldColumn
// The fold of kernels over lists of segments.
//
// import push, foldStack from reduce/fold/stack
// given Acc, LEAF, identity, combine, TREE

/** Folds terms first … first + count − 1. Indices of terms count from `origin`. */
fn foldColumn(first: u32, count: u32, origin: u32) -> Acc {
  let leaves = count / LEAF + select(0u, 1u, count % LEAF != 0u);
  var inOrder = identity();
  for (var leaf = 0u; leaf < leaves; leaf++) {
    let begin = first + leaf * LEAF;
    let end = first + min(leaf * LEAF + LEAF, count);
    var value = identity();
    var i = begin;
    for (; i + 3u < end; i += 4u) {
      let a = readAt(i);
      let b = readAt(i + 1u);
      let c = readAt(i + 2u);
      let d = readAt(i + 3u);
      if (i == begin) {
        value = termOf(a, i - origin);
      } else {
        value = withTerm(value, a, i - origin);
      }
      value = withTerm(value, b, i + 1u - origin);
      value = withTerm(value, c, i + 2u - origin);
      value = withTerm(value, d, i + 3u - origin);
    }
    for (; i < end; i++) {
      let a = readAt(i);
      if (i == begin) {
        value = termOf(a, i - origin);
      } else {
        value = withTerm(value, a, i - origin);
      }
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

// ---- part foldRows
// The fold of the sweep on GPUs. A leaf is folded by itself.
//
// import push, foldStack from reduce/fold/stack
// given Acc, LEAF, identity, combine, TREE, foldLeaf

/** No range has so many. A loop with a constant end has no counters of Tint's. */
const MAX_LEAVES = 0x10000000u;

/** Folds terms first … first + count − 1. Indices of terms count from `origin`. */
fn foldRows(first: u32, count: u32, origin: u32) -> Acc {
  var result = identity();
  if (count <= LEAF) {
    if (count > 0u) {
      result = foldLeaf(first, count, origin);
    }
    return result;
  }
  for (var leaf = 0u; leaf < MAX_LEAVES; leaf++) {
    let begin = leaf * LEAF;
    if (begin >= count) {
      break;
    }
    let value = foldLeaf(first + begin, min(count - begin, LEAF), origin);
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

// ---- choice leaf: rows
// A leaf's terms are combined from left to right. READS loads of a whole leaf come before the first of them is waited
// for, and four of another leaf.
//
// given Acc, LEAF, READS, identity, Read, readAt, termOf, withTerm

fn foldWholeLeaf(first: u32, origin: u32) -> Acc {
  var value = identity();
  for (var part = 0u; part < LEAF / READS; part++) {
    var reads = array<Read, READS>();
    for (var k = 0u; k < READS; k++) {
      reads[k] = readAt(first + part * READS + k);
    }
    for (var k = 0u; k < READS; k++) {
      let index = first + part * READS + k - origin;
      if (part + k == 0u) {
        value = termOf(reads[k], index);
      } else {
        value = withTerm(value, reads[k], index);
      }
    }
  }
  return value;
}

/** Fewer than LEAF terms, one at least. */
fn foldPartOfLeaf(first: u32, count: u32, origin: u32) -> Acc {
  let index = first - origin;
  var value = termOf(readAt(first), index);
  if (count == 1u) {
    return value;
  }
  for (var group = 0u; group < LEAF / 3u; group++) {
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

fn foldLeaf(first: u32, count: u32, origin: u32) -> Acc {
  if (count == LEAF) {
    return foldWholeLeaf(first, origin);
  }
  return foldPartOfLeaf(first, count, origin);
}

// ---- choice leaf: tiles
// Results of a segment's tiles: LEAF of them are a subtree. `origin` is the merge tile where the segment begins. Its
// part has the second slot there.
//
// given Acc, LEAF, LEVELS, combine, loadPartial, WIDTH, column

fn partialOf(mergeTile: u32, origin: u32) -> Acc {
  return loadPartial((2u * mergeTile + select(0u, 1u, mergeTile == origin)) * WIDTH + column);
}

/** Up to LEAF results, one at least. */
fn foldLeaf(first: u32, count: u32, origin: u32) -> Acc {
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

// ---- choice term: rows
// Elements of the call's rows. Indices count rows from the segment's first one.
//
// import bitsAt from operators/element
// given Acc, Bits, identity, elementTerm, appended, rowAt, rowCount, weightAt, enterRow, WIDTH

/** What is read for a term. The bits of a row outside the table are any. */
struct Read {
  row: u32,
  weight: f32,
  bits: Bits,
}

fn readAt(i: u32) -> Read {
  let row = rowAt(i);
  return Read(row, weightAt(i), bitsAt(row * WIDTH + column));
}

/** A row outside the table adds nothing. */
fn termOf(read: Read, index: u32) -> Acc {
  if (read.row >= rowCount()) {
    return identity();
  }
  enterRow(read.weight);
  return elementTerm(read.bits, index);
}

/** Combines `before` and the term. */
fn withTerm(before: Acc, read: Read, index: u32) -> Acc {
  if (read.row >= rowCount()) {
    return before;
  }
  enterRow(read.weight);
  return appended(before, read.bits, index);
}

// ---- choice term: none
// For operators that need only the lengths of segments.
//
// given Acc, identity

alias Read = u32;

fn readAt(i: u32) -> u32 {
  return i;
}

fn termOf(read: u32, index: u32) -> Acc {
  return identity();
}

fn withTerm(before: Acc, read: u32, index: u32) -> Acc {
  return before;
}

// ---- choice term: partials
// Results of tiles: one accumulator a tile and column.
//
// given Acc, loadPartial, combine, WIDTH

fn readAt(i: u32) -> Acc {
  return loadPartial(i * WIDTH + column);
}

fn termOf(read: Acc, index: u32) -> Acc {
  return read;
}

/** Combines `before` and the term. */
fn withTerm(before: Acc, read: Acc, index: u32) -> Acc {
  return combine(before, read);
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

fn weightAt(i: u32) -> f32 {
  return 1.0;
}

fn enterRow(weight: f32) {
}

// ---- choice weight: given
// Each element is multiplied by its item's weight, in the operator's load.
//
//   weightsIn   read: one f32 an item

var<storage, read_write> weightsIn: array<f32>;
var<private> rowWeight: f32;

fn weightAt(i: u32) -> f32 {
  return weightsIn[i];
}

fn enterRow(weight: f32) {
  rowWeight = weight;
}
