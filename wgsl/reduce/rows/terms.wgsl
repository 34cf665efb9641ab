// Folds of columns by one lane, by the tree of reduce/fold/fold: leaves of LEAF terms from left to right, then pairs.
//

/** The lane's column. It is set before a fold. */
var<private> column: u32;

// ---- part maxLeaves

/** No range has so many. A loop with a constant end has no counters of Tint's. */
const MAX_LEAVES = 0x10000000u;

// ---- part foldRows
// The fold of COLUMNS columns: the lane's, and those that are LANES, 2 · LANES … further. A leaf is folded by
// itself.
//
// import MAX_LEAVES from reduce/rows/terms
// given Acc, LEAF, TOP, COLUMNS, identity, combine, TREE, foldLeaf

/** An accumulator of each column. */
alias Accs = array<Acc, COLUMNS>;

/** Two leaves combined in order are their tree. More leaves need subtrees. */
const STACKED = TREE && TOP > 1u;

fn combined(a: Accs, b: Accs) -> Accs {
  var result = Accs();
  for (var k = 0u; k < COLUMNS; k++) {
    result[k] = combine(a[k], b[k]);
  }
  return result;
}

fn identities() -> Accs {
  var result = Accs();
  for (var k = 0u; k < COLUMNS; k++) {
    result[k] = identity();
  }
  return result;
}

/**
 * Folds terms first … first + count − 1. Indices of terms count from `origin`. Up to 2^TOP leaves are a tree. More,
 * where offsets fall, are combined in order, by subtrees of as many. Loops over levels have constant ends, so subtrees
 * are in registers.
 */
fn foldRows(first: u32, count: u32, origin: u32) -> Accs {
  if (count <= LEAF) {
    if (count == 0u) {
      return identities();
    }
    return foldLeaf(first, count, origin);
  }
  var result = identities();
  // Subtrees without a right neighbour so far, as in reduce/fold/stack, of fewer than 2^TOP leaves.
  var subtrees = array<Accs, max(TOP, 1u)>();
  for (var leaf = 0u; leaf < MAX_LEAVES; leaf++) {
    let begin = leaf * LEAF;
    if (begin >= count) {
      break;
    }
    var value = foldLeaf(first + begin, min(count - begin, LEAF), origin);
    var isWhole = true;
    if (STACKED) {
      for (var level = 0u; level < TOP; level++) {
        if (isWhole) {
          isWhole = ((leaf >> level) & 1u) == 1u;
          if (isWhole) {
            value = combined(subtrees[level], value);
          } else {
            subtrees[level] = value;
          }
        }
      }
    }
    if (isWhole) {
      if (leaf >> select(0u, TOP, STACKED) == 0u) {
        result = value;
      } else {
        result = combined(result, value);
      }
    }
  }
  if (STACKED) {
    let leaves = (count - 1u) / LEAF + 1u;
    var value = identities();
    var isFirst = true;
    for (var level = 0u; level < TOP; level++) {
      if (((leaves >> level) & 1u) == 1u) {
        if (isFirst) {
          value = subtrees[level];
        } else {
          value = combined(subtrees[level], value);
        }
        isFirst = false;
      }
    }
    if (!isFirst) {
      if (leaves >> TOP == 0u) {
        result = value;
      } else {
        result = combined(result, value);
      }
    }
  }
  return result;
}

// ---- part writeRow
// Stores a segment's results, those of the lane's columns.
//
//   EVEN   whether all of them are columns of a row
//
// import column, Accs from reduce/rows/terms
// given LANES, COLUMNS, WIDTH, EVEN, writeResults

fn writeRow(id: u32, count: u32, values: Accs) {
  for (var k = 0u; k < COLUMNS; k++) {
    let at = column + k * LANES;
    if (EVEN || k == 0u || at < WIDTH) {
      writeResults(id * WIDTH + at, count, values[k]);
    }
  }
}

// ---- part storePartials
// Stores the results of a tile, of the lane's columns.
//
// import column, Accs from reduce/rows/terms
// given LANES, COLUMNS, WIDTH, EVEN, storePartial

fn storePartials(slot: u32, values: Accs) {
  for (var k = 0u; k < COLUMNS; k++) {
    let at = column + k * LANES;
    if (EVEN || k == 0u || at < WIDTH) {
      storePartial(slot * WIDTH + at, values[k]);
    }
  }
}

// ---- choice leaf: none
// For operators that need only the lengths of segments.
//
// import identities, Accs from reduce/rows/terms

fn foldLeaf(first: u32, count: u32, origin: u32) -> Accs {
  return identities();
}

fn foldSingles(first: u32, second: u32) -> array<Accs, 2> {
  return array<Accs, 2>(identities(), identities());
}

// ---- choice leaf: rows
// A leaf's terms are combined from left to right. A lane reads READS rows of a whole leaf before it waits for the
// first, and three rows of a shorter leaf.
//
// import bitsAt from operators/element
// import column, Accs from reduce/rows/terms
// given Bits, LEAF, READS, LISTED, LANES, COLUMNS, WIDTH, identity, elementTerm, appended, rowAt, hasRow, weightAt
// given enterRow

const NO_ROW = 0xFFFFFFFFu;

/** What is read for a row. A row outside the table has arbitrary bits. */
struct RowRead {
  row: u32,
  weight: f32,
  bits: array<Bits, COLUMNS>,
}

/** Reads the lane's columns of a row. If they end before WIDTH, its last ones are those of the next row, or none. */
fn readRow(row: u32, weight: f32) -> RowRead {
  var read = RowRead(row, weight, array<Bits, COLUMNS>());
  for (var k = 0u; k < COLUMNS; k++) {
    read.bits[k] = bitsAt(row * WIDTH + column + k * LANES);
  }
  return read;
}

/** A row outside the table adds nothing. */
fn termsOf(read: RowRead, index: u32) -> Accs {
  var result = Accs();
  enterRow(read.weight);
  for (var k = 0u; k < COLUMNS; k++) {
    result[k] = elementTerm(read.bits[k], index);
    if (LISTED && !hasRow(read.row)) {
      result[k] = identity();
    }
  }
  return result;
}

/** Combines `before` and the terms of a row. */
fn withRow(before: Accs, read: RowRead, index: u32) -> Accs {
  if (LISTED && !hasRow(read.row)) {
    return before;
  }
  var result = Accs();
  enterRow(read.weight);
  for (var k = 0u; k < COLUMNS; k++) {
    result[k] = appended(before[k], read.bits[k], index);
  }
  return result;
}

fn foldWholeLeaf(first: u32, origin: u32) -> Accs {
  var value = Accs();
  for (var part = 0u; part < LEAF / READS; part++) {
    var reads = array<RowRead, READS>();
    for (var k = 0u; k < READS; k++) {
      let i = first + part * READS + k;
      reads[k] = readRow(rowAt(i), weightAt(i));
    }
    for (var k = 0u; k < READS; k++) {
      let index = first + part * READS + k - origin;
      if (part + k == 0u) {
        value = termsOf(reads[k], index);
      } else {
        value = withRow(value, reads[k], index);
      }
    }
  }
  return value;
}

/** The number of a row, and its weight. No table has the row of an entry that is not `taken`. */
struct Entry {
  row: u32,
  weight: f32,
}

fn entryAt(i: u32, taken: bool) -> Entry {
  return Entry(select(NO_ROW, rowAt(i), taken), weightAt(i));
}

/** Whether the numbers of the next listed rows are loaded before these rows are waited for: they take registers. */
const AHEAD = COLUMNS <= 2u;

/** Up to LEAF terms, one at least, of listed rows. A lane reads three rows before it waits. */
fn foldListedLeaf(first: u32, count: u32, origin: u32) -> Accs {
  let index = first - origin;
  let entry = entryAt(first, true);
  var entries = array<Entry, 3>();
  for (var k = 0u; k < 3u; k++) {
    entries[k] = entryAt(first + 1u + k, 1u + k < count);
  }
  var value = termsOf(readRow(entry.row, entry.weight), index);
  for (var group = 0u; group < LEAF / 3u; group++) {
    let next = 3u * group + 1u;
    if (next >= count) {
      break;
    }
    var reads = array<RowRead, 3>();
    for (var k = 0u; k < 3u; k++) {
      if (!AHEAD) {
        entries[k] = entryAt(first + next + k, next + k < count);
      }
      reads[k] = readRow(entries[k].row, entries[k].weight);
    }
    if (AHEAD) {
      for (var k = 0u; k < 3u; k++) {
        entries[k] = entryAt(first + next + 3u + k, next + 3u + k < count);
      }
    }
    for (var k = 0u; k < 3u; k++) {
      value = withRow(value, reads[k], index + next + k);
    }
  }
  return value;
}

/** Fewer than LEAF terms, one at least. */
fn foldPartOfLeaf(first: u32, count: u32, origin: u32) -> Accs {
  let index = first - origin;
  var value = termsOf(readRow(rowAt(first), weightAt(first)), index);
  if (count == 1u) {
    return value;
  }
  for (var group = 0u; group < LEAF / 3u; group++) {
    let k = 3u * group + 1u;
    if (k >= count) {
      break;
    }
    let second = first + min(k + 1u, count - 1u);
    let third = first + min(k + 2u, count - 1u);
    let a = readRow(rowAt(first + k), weightAt(first + k));
    let b = readRow(rowAt(second), weightAt(second));
    let c = readRow(rowAt(third), weightAt(third));
    value = withRow(value, a, index + k);
    if (k + 1u < count) {
      value = withRow(value, b, index + k + 1u);
    }
    if (k + 2u < count) {
      value = withRow(value, c, index + k + 2u);
    }
  }
  return value;
}

fn foldLeaf(first: u32, count: u32, origin: u32) -> Accs {
  if (LISTED) {
    return foldListedLeaf(first, count, origin);
  }
  if (count == LEAF) {
    return foldWholeLeaf(first, origin);
  }
  return foldPartOfLeaf(first, count, origin);
}

/** The folds of two segments of one row each. Both rows are read before the lane waits for one. */
fn foldSingles(first: u32, second: u32) -> array<Accs, 2> {
  let a = readRow(rowAt(first), weightAt(first));
  let b = readRow(rowAt(second), weightAt(second));
  return array<Accs, 2>(termsOf(a, 0u), termsOf(b, 0u));
}

// ---- choice term: rows
// Elements of the call's rows. Indices count rows from the segment's first one.
//
// import bitsAt from operators/element
// given Acc, Bits, identity, elementTerm, appended, rowAt, hasRow, weightAt, enterRow, WIDTH

/** What is read for a term. A row outside the table has arbitrary bits. */
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
  if (!hasRow(read.row)) {
    return identity();
  }
  enterRow(read.weight);
  return elementTerm(read.bits, index);
}

/** Combines `before` and the term. */
fn withTerm(before: Acc, read: Read, index: u32) -> Acc {
  if (!hasRow(read.row)) {
    return before;
  }
  enterRow(read.weight);
  return appended(before, read.bits, index);
}

// ---- choice row: own
// Items are rows of the input.

fn rowAt(i: u32) -> u32 {
  return i;
}

/**
 * Segments end with the items, so each row is there. Without a condition, lavapipe of Mesa 26.1.6 with four lanes lost
 * terms of a column's fold.
 */
fn hasRow(row: u32) -> bool {
  return row < 0xFFFFFFFFu;
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

/** Whether the table, as long as its binding, has the row. */
fn hasRow(row: u32) -> bool {
  return row < arrayLength(&input) * PER_WORD / WIDTH;
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
