// Moves values into the groups' order, inside the plan of a grouping. One conversion is an item, or a word of several.
//
// given gatherRows

fn convert(i: u32, items: u32) {
  gatherRows(i, items, items);
}
