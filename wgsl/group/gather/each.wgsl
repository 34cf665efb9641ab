// Moves values into the groups' order, inside the plan of a grouping. One conversion is an item, or a word of several.
//
// import gatherRows from group/gather/kernel

fn convert(i: u32, items: u32) {
  gatherRows(i, items, items);
}
