// Reduces of rows of features that leave out NaNs. Columns are copied, one after another: the element of row r and
// column c is item c · stride + r of the copy. A row outside the table is NaN there, so the passes of omit/kept leave
// it out. Rows past the last are in no segment. A column of a segment is a segment of the nested plan.

// ---- part stride
//
// given BLOCK

/** Items of a column: the rows, up to a whole block. */
fn strideOf(rows: u32) -> u32 {
  return (rows + BLOCK - 1u) / BLOCK * BLOCK;
}

// ---- choice convert: columns
// Writes the columns. One conversion is a word of PACKED elements. Eight lanes write the words of a block, and the next
// eight read the next column of the same rows.
//
//   columns   written
//
// import strideOf from omit/columns
// import bitsAt from operators/element
// given rowAt, hasRow, columnBits, WIDTH, PACKED, LEFT_OUT

var<storage, read_write> columns: array<u32>;

fn convert(i: u32, rows: u32) {
  let words = strideOf(rows) / PACKED;
  if (i >= words * WIDTH) {
    return;
  }
  let column = i / 8u % WIDTH;
  let word = i / (8u * WIDTH) * 8u + i % 8u;
  var bits = 0u;
  for (var k = 0u; k < PACKED; k++) {
    // Past the last row, the last one is read.
    let item = min(word * PACKED + k, rows - 1u);
    let row = rowAt(item);
    let element = columnBits(bitsAt(row * WIDTH + column), item);
    bits |= select(LEFT_OUT, element, hasRow(row)) << (16u * k);
  }
  columns[column * words + word] = bits;
}

// ---- choice element: plain

fn columnBits(bits: u32, item: u32) -> u32 {
  return bits;
}

// ---- choice element: weighted
// The product of an element and its item's weight, rounded to f32. A product that is NaN is no item that is left out.
//
// given isNan, numberOf, weightAt, LEFT_OUT

fn columnBits(bits: u32, item: u32) -> u32 {
  let product = bitcast<u32>(numberOf(bits) * weightAt(item));
  let isNumber = (product & 0x7FFFFFFFu) <= 0x7F800000u;
  return select(select(0x7FC00000u, product, isNumber), LEFT_OUT, isNan(bits));
}

// ---- choice convert: segments
// Writes where the kept items of each column of each segment begin and end. One conversion is a column of a segment, in
// the order of results.
//
// import runsBefore from keys/runs
// import strideOf from omit/columns
// import storeCount from omit/kept
// given segmentsOfCall, segmentAt, WIDTH

var<storage, read_write> keptBegins: array<u32>;
var<storage, read_write> keptEnds: array<u32>;

fn convert(id: u32, rows: u32) {
  let results = segmentsOfCall() * WIDTH;
  storeCount(id, results);
  if (id < results) {
    let segment = segmentAt(id / WIDTH);
    let first = id % WIDTH * strideOf(rows) + segment.begin;
    keptBegins[id] = runsBefore(first);
    keptEnds[id] = runsBefore(first + segment.length);
  }
}

// ---- choice convert: indices
// Indices count the kept items of their column of a segment. Afterwards they count all its rows. A column without an
// item has an index past its kept items, and keeps it.
//
//   indices   updated
//   places    read
//
// import strideOf from omit/columns
// given segmentsOfCall, segmentAt, WIDTH

var<storage, read_write> indices: array<u32>;
var<storage, read_write> places: array<u32>;
var<storage, read_write> keptBegins: array<u32>;
var<storage, read_write> keptEnds: array<u32>;

fn convert(id: u32, rows: u32) {
  if (id >= segmentsOfCall() * WIDTH) {
    return;
  }
  let begin = keptBegins[id];
  let index = indices[id];
  if (index < keptEnds[id] - begin) {
    indices[id] = places[begin + index] - id % WIDTH * strideOf(rows) - segmentAt(id / WIDTH).begin;
  }
}
