// The digits of a range of items, seen by one invocation that has a word of its own for every digit (software adapters;
// sort/medium/lone.wgsl, sort/large/upsweep_lone.wgsl, downsweep_lone.wgsl). Four items a step: what a loop itself costs
// there is as much as an item.
//
//   keysFrom      read
//   digitShift    uniform: the pass's lowest bit
//   digitWords    first the number of items of each digit, then the place of the next item of each

var<private> digitWords: array<u32, DIGITS>;

fn digitBy(map: KeyMap, bits: Key, shift: u32) -> u32 {
  return bitsFrom(sortKeyBy(map, bits), shift) & (DIGITS - 1u);
}

/** Counts the digits of items begin … end. */
fn countDigits(begin: u32, end: u32) {
  // Read once: nothing takes a uniform out of a loop there.
  let map = keyMapNow();
  let shift = digitShift;
  for (var digit = 0u; digit < DIGITS; digit++) {
    digitWords[digit] = 0u;
  }
  var i = begin;
  for (; i + 4u <= end; i += 4u) {
    let a = digitBy(map, keysFrom[i], shift);
    let b = digitBy(map, keysFrom[i + 1u], shift);
    let c = digitBy(map, keysFrom[i + 2u], shift);
    let d = digitBy(map, keysFrom[i + 3u], shift);
    digitWords[a] += 1u;
    digitWords[b] += 1u;
    digitWords[c] += 1u;
    digitWords[d] += 1u;
  }
  for (; i < end; i++) {
    digitWords[digitBy(map, keysFrom[i], shift)] += 1u;
  }
}
