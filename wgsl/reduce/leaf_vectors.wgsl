// A leaf of a fold's tree, of elements of one word that are read four at a time: terms first … end − 1, one or more, left to
// right. A leaf takes five loads of aligned vectors, wherever it begins, or two where it has no more than four terms: on
// software adapters, where each lane loads by itself, a load under a condition of its own costs more than several without.
//
//   input     vectors: the binding reaches to the end of the vector that holds the last element

/** Words shift … shift + 3 of eight. */
fn window(low: vec4u, high: vec4u, shift: u32) -> vec4u {
  let two = (shift & 2u) != 0u;
  let four = select(low, vec4u(low.zw, high.xy), two);
  let fifth = select(high.x, high.z, two);
  return select(four, vec4u(four.yzw, fifth), (shift & 1u) != 0u);
}

fn foldLeaf(first: u32, end: u32, origin: u32) -> Acc {
  let last = (end - 1u) / 4u;
  var low = input[first / 4u];
  var value = identity();
  for (var k = 0u; k < LEAF; k += 4u) {
    let at = first + k;
    if (k == 0u || first + 4u < end) {
      // What lies behind the leaf's last vector may lie behind the binding.
      let high = input[min(at / 4u + 1u, last)];
      let bits = window(low, high, first % 4u);
      let index = indexOf(at, origin);
      let term = elementTerm(bits.x, index);
      if (k == 0u) {
        value = term;
      } else if (at < end) {
        value = combine(value, term);
      }
      if (at + 1u < end) {
        value = combine(value, elementTerm(bits.y, index + 1u));
      }
      if (at + 2u < end) {
        value = combine(value, elementTerm(bits.z, index + 2u));
      }
      if (at + 3u < end) {
        value = combine(value, elementTerm(bits.w, index + 3u));
      }
      low = high;
    }
  }
  return value;
}
