// A leaf of a fold's tree, of elements of one word that are read four at a time: terms first … end − 1, one or more,
// left to right. A leaf takes five loads of aligned vectors wherever it begins, or two if it has at most four terms. On
// software adapters each lane loads by itself, and a load under a condition of its own costs more than several without.
//
//   input     vectors: the binding reaches to the end of the vector that holds the last element
//
// takes indexOf (reduce/fold/ source_chunk | source_input)
// given InputWord  Acc  identity  LEAF  elementTerm  combine

var<storage, read_write> input: array<InputWord>;

/** Words shift … shift + 3 of eight. */
fn window(low: vec4u, high: vec4u, shift: u32) -> vec4u {
  let two = (shift & 2u) != 0u;
  let four = select(low, vec4u(low.zw, high.xy), two);
  let fifth = select(high.x, high.z, two);
  return select(four, vec4u(four.yzw, fifth), (shift & 1u) != 0u);
}

alias Held = vec4u;

/** What foldOn begins with: the vector that holds the first term. */
fn heldAt(first: u32) -> Held {
  return input[first / 4u];
}

fn foldLeaf(first: u32, end: u32, origin: u32) -> Acc {
  var held = heldAt(first);
  return foldOn(&held, first, end - first, end, origin);
}

/** Of a range that goes on to `end`: terms first … first + count − 1. `held` is left to the leaf after it. */
fn foldOn(held: ptr<function, Held>, first: u32, count: u32, end: u32, origin: u32) -> Acc {
  let last = (end - 1u) / 4u;
  var value = identity();
  for (var k = 0u; k < LEAF; k += 4u) {
    let at = first + k;
    if (k == 0u || count > 4u) {
      // What lies behind the last vector may lie behind the binding.
      let high = input[min(at / 4u + 1u, last)];
      let bits = window(*held, high, first % 4u);
      let index = indexOf(at, origin);
      let term = elementTerm(bits.x, index);
      if (k == 0u) {
        value = term;
      } else if (k < count) {
        value = combine(value, term);
      }
      if (k + 1u < count) {
        value = combine(value, elementTerm(bits.y, index + 1u));
      }
      if (k + 2u < count) {
        value = combine(value, elementTerm(bits.z, index + 2u));
      }
      if (k + 3u < count) {
        value = combine(value, elementTerm(bits.w, index + 3u));
      }
      *held = high;
    }
  }
  return value;
}
