// A leaf of the tree: LEAF consecutive terms, combined in order.

// ---- choice leaf: terms
// Folds a leaf of a fold's tree: terms first … end − 1, at least one, left to right.
//
// import leafTerm, withLeafTerm from reduce/fold/source
// given Acc

fn foldLeaf(first: u32, end: u32, origin: u32) -> Acc {
  var value = leafTerm(first, origin);
  for (var i = first + 1u; i < end; i++) {
    value = withLeafTerm(value, i, origin);
  }
  return value;
}

alias Held = u32;

/** The leaf of vectors needs this. Here nothing is held. */
fn heldAt(first: u32) -> Held {
  return 0u;
}

fn foldOn(held: ptr<function, Held>, first: u32, count: u32, end: u32, origin: u32) -> Acc {
  return foldLeaf(first, first + count, origin);
}

// ---- choice leaf: vectors
// Folds a leaf of a fold's tree: terms first … end − 1, at least one, left to right. Elements are one word each, and
// kernels read four at a time. A leaf of more than four terms takes five loads of aligned vectors wherever it begins. A
// shorter leaf takes two. On software adapters each lane loads separately. There a load under a separate condition
// costs more than several loads without conditions.
//
//   input     read: vectors; the binding includes the whole vector that holds the last element
//
// given indexOf, InputWord, Acc, identity, LEAF, elementTerm, combine

var<storage, read_write> input: array<InputWord>;

/** Words shift % 4 … shift % 4 + 3 of the eight words of `low` and `high`. */
fn window(low: vec4u, high: vec4u, shift: u32) -> vec4u {
  let two = (shift & 2u) != 0u;
  let four = select(low, vec4u(low.zw, high.xy), two);
  let fifth = select(high.x, high.z, two);
  return select(four, vec4u(four.yzw, fifth), (shift & 1u) != 0u);
}

alias Held = vec4u;

/** The vector that holds the first term. foldOn begins with it. */
fn heldAt(first: u32) -> Held {
  return input[first / 4u];
}

fn foldLeaf(first: u32, end: u32, origin: u32) -> Acc {
  var held = heldAt(first);
  return foldOn(&held, first, end - first, end, origin);
}

/** Folds terms first … first + count − 1 of a range that ends at `end`. `held` is then ready for the next leaf. */
fn foldOn(held: ptr<function, Held>, first: u32, count: u32, end: u32, origin: u32) -> Acc {
  let last = (end - 1u) / 4u;
  var value = identity();
  for (var k = 0u; k < LEAF; k += 4u) {
    let at = first + k;
    if (k == 0u || count > 4u) {
      // The binding may end after the last vector.
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
