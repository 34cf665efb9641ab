// A leaf of the tree: LEAF consecutive terms, combined in order, and where terms come from.

// ---- choice leaf: terms
// Folds a leaf term by term: terms first … end − 1, at least one, left to right.
//
// given Acc

fn foldLeaf(first: u32, end: u32, origin: u32) -> Acc {
  var value = leafTerm(first, origin);
  for (var i = first + 1u; i < end; i++) {
    value = withLeafTerm(value, i, origin);
  }
  return value;
}

alias Prefetched = u32;

/** The leaf of vectors needs this. Here nothing is prefetched. */
fn prefetchedAt(first: u32) -> Prefetched {
  return 0u;
}

fn foldOn(prefetched: ptr<function, Prefetched>, first: u32, count: u32, end: u32, origin: u32) -> Acc {
  return foldLeaf(first, first + count, origin);
}

// ---- choice leaf: counted
// As `terms`, in a loop with a constant end. Lanes that fold ranges of their own take this one: with `i < end` there,
// lavapipe of Mesa 26.1.6 with four lanes folds only the first term of softmax, and with eight lanes products of f64 in
// a list with `'variance'` were wrong.
//
// given Acc, LEAF

fn foldLeaf(first: u32, end: u32, origin: u32) -> Acc {
  var value = leafTerm(first, origin);
  for (var k = 1u; k < LEAF; k++) {
    if (first + k >= end) {
      break;
    }
    value = withLeafTerm(value, first + k, origin);
  }
  return value;
}

alias Prefetched = u32;

/** The leaf of vectors needs this. Here nothing is prefetched. */
fn prefetchedAt(first: u32) -> Prefetched {
  return 0u;
}

fn foldOn(prefetched: ptr<function, Prefetched>, first: u32, count: u32, end: u32, origin: u32) -> Acc {
  return foldLeaf(first, first + count, origin);
}

// ---- choice leaf: vectors
// Folds a leaf of elements of one word each, four at a time: terms first … end − 1, at least one, left to right. A leaf
// of more than four terms takes five loads of aligned vectors wherever it begins. A shorter leaf takes two. On software
// adapters each lane loads separately. There a load under a separate condition costs more than several loads without
// conditions. Terms after the last one are combined too, and the result is not taken. With a condition around each
// combination, lavapipe of Mesa 26.1 with eight lanes gave wrong means, and calls for variances did not end.
//
//   input     read: vectors; the binding includes the whole vector that holds the last element
//
// given indexOf, InputWord, Acc, LEAF, elementTerm, combine

var<storage, read_write> input: array<InputWord>;

/** Words shift % 4 … shift % 4 + 3 of the eight words of `low` and `high`. */
fn window(low: vec4u, high: vec4u, shift: u32) -> vec4u {
  let two = (shift & 2u) != 0u;
  let four = select(low, vec4u(low.zw, high.xy), two);
  let fifth = select(high.x, high.z, two);
  return select(four, vec4u(four.yzw, fifth), (shift & 1u) != 0u);
}

alias Prefetched = vec4u;

/** The vector that holds the first term. foldOn begins with it. */
fn prefetchedAt(first: u32) -> Prefetched {
  return input[first / 4u];
}

fn foldLeaf(first: u32, end: u32, origin: u32) -> Acc {
  var prefetched = prefetchedAt(first);
  return foldOn(&prefetched, first, end - first, end, origin);
}

/**
 * Folds terms first … first + count − 1 of a range that ends at `end`. `prefetched` is then ready for the next
 * leaf.
 */
fn foldOn(prefetched: ptr<function, Prefetched>, first: u32, count: u32, end: u32, origin: u32) -> Acc {
  // The binding may end after the last vector.
  let last = (end - 1u) / 4u;
  let index = indexOf(first, origin);
  let high = input[min(first / 4u + 1u, last)];
  let bits = window(*prefetched, high, first % 4u);
  *prefetched = high;
  var value = withThree(elementTerm(bits.x, index), bits, index, 0u, count);
  // One branch around all other vectors: with one around each, lavapipe of Mesa 26.1 with eight lanes took terms after
  // the last one.
  if (count > 4u) {
    for (var k = 4u; k < LEAF; k += 4u) {
      let next = input[min((first + k) / 4u + 1u, last)];
      let words = window(*prefetched, next, first % 4u);
      *prefetched = next;
      let appended = combine(value, elementTerm(words.x, index + k));
      if (k < count) {
        value = appended;
      }
      value = withThree(value, words, index, k, count);
    }
  }
  return value;
}

/** Combines the terms k + 1 … k + 3 of a leaf, which are the last three of `bits`, with those before them. */
fn withThree(before: Acc, bits: vec4u, index: u32, k: u32, count: u32) -> Acc {
  var value = before;
  let second = combine(value, elementTerm(bits.y, index + k + 1u));
  if (k + 1u < count) {
    value = second;
  }
  let third = combine(value, elementTerm(bits.z, index + k + 2u));
  if (k + 2u < count) {
    value = third;
  }
  let fourth = combine(value, elementTerm(bits.w, index + k + 3u));
  if (k + 3u < count) {
    value = fourth;
  }
  return value;
}

// ---- part stage
// Elements of one word each that a workgroup loads into workgroup memory, neighbouring lanes neighbouring words. So
// requests touch no sector twice, wherever leaves begin.
//
//   input    read
//
//   OWN_ONLY   whether no item after the last one is read: other workgroups may replace it
//
// given InputWord, LEAF, WORKGROUP, SLOT_PAIRS, OWN_ONLY

var<storage, read_write> input: array<InputWord>;

/** Items that workgroup memory has room for: an eighth more than two leaves a lane. WORKGROUP is a multiple of 32. */
const STAGED = 36u * SLOT_PAIRS * WORKGROUP;
/** One word in 33 is free, so that lanes whose leaves are 8, 16 or 32 items apart reach different banks. */
const STAGED_ROW = WORKGROUP + WORKGROUP / 32u;

var<workgroup> staged: array<u32, 36u * SLOT_PAIRS * STAGED_ROW + LEAF>;
var<private> stagedFirst: u32;

fn itemAt(i: u32, end: u32) -> InputWord {
  var item = InputWord();
  if (!OWN_ONLY || i < end) {
    item = input[i];
  }
  return item;
}

/**
 * Loads items from `first` on, up to `end` or as many as there is room for. Returns the end of those that are there
 * after the next barrier.
 */
fn stageItems(first: u32, end: u32, local: u32) -> u32 {
  let count = min(end - first, STAGED);
  stagedFirst = first;
  // Tint does not know the range of a parameter.
  let lane = min(local, WORKGROUP - 1u);
  for (var group = 0u; group < 9u * SLOT_PAIRS; group++) {
    if (group * 4u * WORKGROUP >= count) {
      break;
    }
    // Four loads, then four stores: a lane waits once. What lies after the last item does no harm.
    let at = first + local + 4u * group * WORKGROUP;
    let low = vec2<InputWord>(itemAt(at, end), itemAt(at + WORKGROUP, end));
    let high = vec2<InputWord>(itemAt(at + 2u * WORKGROUP, end), itemAt(at + 3u * WORKGROUP, end));
    let words = vec4<InputWord>(low, high);
    for (var k = 0u; k < 4u; k++) {
      staged[lane + lane / 32u + (4u * group + k) * STAGED_ROW] = words[k];
    }
  }
  return first + count;
}

// ---- choice leaf: staged
// Folds terms first … end − 1 that are staged, at least one, left to right.
//
//   ROLLED   whether the code of a leaf is a loop, for operators of many instructions
//
// Tint knows the ranges of loops with constant ends, of sums, products and quotients. So no index of `staged` is
// checked, and a term takes five instructions.
//
// import staged, stagedFirst, STAGED from reduce/fold/leaf
// given indexOf, Acc, LEAF, elementTerm, appended, ROLLED

fn foldLeaf(first: u32, end: u32, origin: u32) -> Acc {
  let terms = end - first;
  let index = indexOf(first, origin);
  // Item i is word i + i / 32 = 33 * i / 32.
  let begin = 33u * min(first - stagedFirst, STAGED - 1u);
  var value = elementTerm(staged[begin / 32u], index);
  if (ROLLED) {
    for (var k = 1u; k < LEAF; k++) {
      if (k >= terms) {
        break;
      }
      value = appended(value, staged[(begin + 33u * k) / 32u], index + k);
    }
  } else if (terms == LEAF) {
    for (var k = 1u; k < LEAF; k++) {
      value = appended(value, staged[(begin + 33u * k) / 32u], index + k);
    }
  } else {
    for (var group = 0u; group < LEAF / 4u; group++) {
      if (4u * group >= terms) {
        break;
      }
      // Loads under a condition each would be branches. A word after the last term is not used.
      var words = array<u32, 4>();
      for (var i = 0u; i < 4u; i++) {
        let k = 4u * group + i;
        words[i] = staged[(begin + 33u * k) / 32u];
      }
      for (var i = 0u; i < 4u; i++) {
        let k = 4u * group + i;
        if (k > 0u) {
          let next = appended(value, words[i], index + k);
          if (k < terms) {
            value = next;
          }
        }
      }
    }
  }
  return value;
}

// ---- choice staging: none
// Leaves are read from the input itself.

fn stageItems(first: u32, end: u32, local: u32) -> u32 {
  return end;
}

// ---- choice source: input
// Terms are elements of the call's input. Indices count from `origin`, the segment's first element.
//
// import bitsAt from operators/element
// given Acc, elementTerm, appended

fn indexOf(i: u32, origin: u32) -> u32 {
  return i - origin;
}

fn leafTerm(i: u32, origin: u32) -> Acc {
  return elementTerm(bitsAt(i), indexOf(i, origin));
}

/** Combines `before` and the term. */
fn withLeafTerm(before: Acc, i: u32, origin: u32) -> Acc {
  return appended(before, bitsAt(i), indexOf(i, origin));
}

// ---- choice source: chunk
// Terms are elements of a chunk of one segment, which is too long for a binding. Indices count from the segment's first
// element.
//
//   indexBase   read: one word, the index of the chunk's first element
//
// import bitsAt from operators/element
// given Acc, elementTerm, appended

var<storage, read_write> indexBase: array<u32>;

fn indexOf(i: u32, origin: u32) -> u32 {
  return i + indexBase[0];
}

fn leafTerm(i: u32, origin: u32) -> Acc {
  return elementTerm(bitsAt(i), indexOf(i, origin));
}

/** Combines `before` and the term. */
fn withLeafTerm(before: Acc, i: u32, origin: u32) -> Acc {
  return appended(before, bitsAt(i), indexOf(i, origin));
}

// ---- choice source: partials
// Terms are results of earlier folds.
//
// given Acc, loadPartial, combine

fn leafTerm(i: u32, origin: u32) -> Acc {
  return loadPartial(i);
}

/** Combines `before` and the term. */
fn withLeafTerm(before: Acc, i: u32, origin: u32) -> Acc {
  return combine(before, leafTerm(i, origin));
}

// ---- choice source: tiles
// Terms are the results of the tiles of a segment that was cut (reduce/sweep/join.gpu.wgsl).
//
// given Acc, loadPartial, combine

/** The result of merge tile `i`'s tile of the segment that begins in merge tile `origin`. */
fn leafTerm(i: u32, origin: u32) -> Acc {
  return loadPartial(2u * i + select(0u, 1u, i == origin));
}

/** Combines `before` and the term. */
fn withLeafTerm(before: Acc, i: u32, origin: u32) -> Acc {
  return combine(before, leafTerm(i, origin));
}
