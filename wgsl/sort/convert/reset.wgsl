// Resets the permutation before a sort that moves indices. One conversion is one item.
//
//   permutation   written: UNWRITTEN, until the sort writes indices to it
//
// import UNWRITTEN from sort/convert/unwritten

var<storage, read_write> permutation: array<u32>;

fn convert(i: u32, items: u32) {
  if (i < items) {
    permutation[i] = UNWRITTEN;
  }
}
