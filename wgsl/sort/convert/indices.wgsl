// Makes the indices that a sort moves instead of keys or wide values. One conversion is one item.
//
//   words    written: the item's index
//   sorted   written: UNWRITTEN, until the sort writes indices to it
//
// uses  UNWRITTEN (sort/convert/unwritten)

var<storage, read_write> words: array<u32>;
var<storage, read_write> sorted: array<u32>;

fn convert(i: u32, items: u32) {
  if (i < items) {
    words[i] = i;
    sorted[i] = UNWRITTEN;
  }
}
