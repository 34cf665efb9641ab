// A leaf of a fold's tree, of elements of one word that are read four at a time: terms first … end − 1, one or more, left to
// right. A whole leaf takes five loads of aligned vectors, wherever it begins; what is not whole is read word by word.
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
  if (end - first != LEAF) {
    var value = term(first, origin);
    for (var i = first + 1u; i < end; i++) {
      value = combine(value, term(i, origin));
    }
    return value;
  }
  let last = (end - 1u) / 4u;
  var low = input[first / 4u];
  var value = identity();
  for (var k = 0u; k < LEAF; k += 4u) {
    // An aligned leaf ends with its fourth vector: the fifth may lie behind the binding.
    let high = input[min((first + k) / 4u + 1u, last)];
    let bits = window(low, high, first % 4u);
    let index = indexOf(first + k, origin);
    let term = elementTerm(bits.x, index);
    if (k == 0u) {
      value = term;
    } else {
      value = combine(value, term);
    }
    value = combine(value, elementTerm(bits.y, index + 1u));
    value = combine(value, elementTerm(bits.z, index + 2u));
    value = combine(value, elementTerm(bits.w, index + 3u));
    low = high;
  }
  return value;
}
