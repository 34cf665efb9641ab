// Writes the indices of a permutation to the output. One conversion is one item.
//
//   permutation   read: the source index of each item, or UNWRITTEN
//   indicesOut    written where the permutation is
//
// import UNWRITTEN from sort/convert/unwritten

var<storage, read_write> permutation: array<u32>;
var<storage, read_write> indicesOut: array<u32>;

fn convert(i: u32, items: u32) {
  if (i < items) {
    let source = permutation[i];
    if (source != UNWRITTEN) {
      indicesOut[i] = source;
    }
  }
}
