// The values of a sort that moves indices first and wide values once. One conversion is one item.
//
//   words    written: the item's own index
//   sorted   written: UNWRITTEN, until the sort puts indices there
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
