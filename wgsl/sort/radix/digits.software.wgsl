// The digits of a range of items, software adapters, and the moves of items by their digits. One invocation has a
// private word for every digit. A loop takes four items per iteration, since there an iteration itself costs as much as
// an item.
//
//   keysFrom      read
//   digitShift    uniform: the pass's lowest bit
//   keysFall      with CHECK_ORDER: whether a sort key is less than the one before it
//   digitWords    first the number of items of each digit, then the index to which the next item of each digit moves
//
// given bitsFrom, KeyMap, sortKeyBy, keyMapNow, lessKey, Key, DIGITS, CHECK_ORDER

var<uniform> digitShift: u32;
var<storage, read_write> keysFrom: array<Key>;

var<private> digitWords: array<u32, DIGITS>;
var<private> keysFall: bool;

fn digitOf(sortKey: Key, shift: u32) -> u32 {
  return bitsFrom(sortKey, shift) & (DIGITS - 1u);
}

fn digitBy(map: KeyMap, bits: Key, shift: u32) -> u32 {
  return digitOf(sortKeyBy(map, bits), shift);
}

/** Counts the digits of items begin … end, and checks the order of begin … endChecked, which is end or end + 1. */
fn countDigits(begin: u32, end: u32, endChecked: u32) {
  // Read once, before the loops: software adapters do not move the load of a uniform out of a loop.
  let map = keyMapNow();
  let shift = digitShift;
  for (var digit = 0u; digit < DIGITS; digit++) {
    digitWords[digit] = 0u;
  }
  var before = Key();
  var falls = false;
  var i = begin;
  for (; i + 4u <= end; i += 4u) {
    let a = sortKeyBy(map, keysFrom[i]);
    let b = sortKeyBy(map, keysFrom[i + 1u]);
    let c = sortKeyBy(map, keysFrom[i + 2u]);
    let d = sortKeyBy(map, keysFrom[i + 3u]);
    if (CHECK_ORDER) {
      falls = falls | lessKey(a, before) | lessKey(b, a) | lessKey(c, b) | lessKey(d, c);
      before = d;
    }
    let digitA = digitOf(a, shift);
    let digitB = digitOf(b, shift);
    let digitC = digitOf(c, shift);
    let digitD = digitOf(d, shift);
    digitWords[digitA] += 1u;
    digitWords[digitB] += 1u;
    digitWords[digitC] += 1u;
    digitWords[digitD] += 1u;
  }
  for (; i < end; i++) {
    let key = sortKeyBy(map, keysFrom[i]);
    falls = falls | (CHECK_ORDER && lessKey(key, before));
    before = key;
    digitWords[digitOf(key, shift)] += 1u;
  }
  if (CHECK_ORDER && end < endChecked) {
    falls = falls | lessKey(sortKeyBy(map, keysFrom[end]), before);
  }
  keysFall = falls;
}

// ---- part moves
// Moves a range of items, in order, each to the next index of its digit. Stable.
//
//   keysFrom, keysTo, valuesFrom, valuesTo   items before and after; moveItem moves one item
//   digitShift                               uniform: the pass's lowest bit
//
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
// Moves one item, a key without a value.

var<storage, read_write> keysTo: array<Key>;

fn moveItem(source: u32, begin: u32, to: u32, bits: Key) {
  keysTo[to] = bits;
}

// ---- choice store: pairs
// Moves one item, a key with a value.
//
// import inputValue from sort/access

var<storage, read_write> keysTo: array<Key>;
var<storage, read_write> valuesTo: array<u32>;

fn moveItem(source: u32, begin: u32, to: u32, bits: Key) {
  keysTo[to] = bits;
  valuesTo[to] = inputValue(source, begin);
}
