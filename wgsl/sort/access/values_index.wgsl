// A value is its item's index in the whole array. The first kernel that touches an item computes it, so none is read.

fn inputValue(i: u32, begin: u32) -> u32 {
  return i;
}
