// Moves a range of items, in order, each to the next index of its digit. Stable.
//
//   keysFrom, keysTo, valuesFrom, valuesTo   items before and after; moveItem moves one item
//   digitShift                               uniform: the pass's lowest bit
//
// import digitWords, digitBy from sort/radix/digits.software
// given keyMapNow, Key

var<uniform> digitShift: u32;
var<storage, read_write> keysFrom: array<Key>;

fn nextIndex(digit: u32) -> u32 {
  let index = digitWords[digit];
  digitWords[digit] = index + 1u;
  return index;
}

/** Moves items first … end of the segment that begins at `begin`. */
fn moveByDigit(first: u32, end: u32, begin: u32) {
  let map = keyMapNow();
  let shift = digitShift;
  var i = first;
  for (; i + 4u <= end; i += 4u) {
    let a = keysFrom[i];
    let b = keysFrom[i + 1u];
    let c = keysFrom[i + 2u];
    let d = keysFrom[i + 3u];
    let toA = nextIndex(digitBy(map, a, shift));
    let toB = nextIndex(digitBy(map, b, shift));
    let toC = nextIndex(digitBy(map, c, shift));
    let toD = nextIndex(digitBy(map, d, shift));
    moveItem(i, begin, toA, a);
    moveItem(i + 1u, begin, toB, b);
    moveItem(i + 2u, begin, toC, c);
    moveItem(i + 3u, begin, toD, d);
  }
  for (; i < end; i++) {
    let bits = keysFrom[i];
    moveItem(i, begin, nextIndex(digitBy(map, bits, shift)), bits);
  }
}

/** Copies items first … end to the same indices. */
fn copyItems(first: u32, end: u32, begin: u32) {
  for (var i = first; i < end; i++) {
    moveItem(i, begin, i, keysFrom[i]);
  }
}

// ---- choice store: keys
// Moves one item of a scatter, keys without values.

var<storage, read_write> keysTo: array<Key>;

fn moveItem(source: u32, begin: u32, to: u32, bits: Key) {
  keysTo[to] = bits;
}

// ---- choice store: pairs
// Moves one item of a scatter, keys with values.
//
// import inputValue from sort/access

var<storage, read_write> keysTo: array<Key>;
var<storage, read_write> valuesTo: array<u32>;

fn moveItem(source: u32, begin: u32, to: u32, bits: Key) {
  keysTo[to] = bits;
  valuesTo[to] = inputValue(source, begin);
}
