// The values of a sort that moves indices first and wide values once. A unit is an item.
//
//   words    written: the item's own index
//   sorted   written: UNWRITTEN, until the sort puts indices there

fn convert(i: u32, items: u32) {
  if (i < items) {
    words[i] = i;
    sorted[i] = UNWRITTEN;
  }
}
