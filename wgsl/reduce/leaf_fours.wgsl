// A leaf of a fold's tree, as leaf.wgsl, four terms a step: on software adapters a step of a loop costs as much as a term.
// Terms are combined one after another all the same.

fn foldLeaf(first: u32, end: u32, origin: u32) -> Acc {
  var value = term(first, origin);
  var i = first + 1u;
  for (; i + 4u <= end; i += 4u) {
    let a = term(i, origin);
    let b = term(i + 1u, origin);
    let c = term(i + 2u, origin);
    let d = term(i + 3u, origin);
    value = combine(combine(combine(combine(value, a), b), c), d);
  }
  for (; i < end; i++) {
    value = combine(value, term(i, origin));
  }
  return value;
}
