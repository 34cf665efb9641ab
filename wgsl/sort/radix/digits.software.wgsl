// The digits of a range of items, software adapters. One invocation has a private word for every digit. A loop takes
// four items per iteration, since there an iteration itself costs as much as an item.
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
