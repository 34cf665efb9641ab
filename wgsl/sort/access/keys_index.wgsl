// Under a custom comparator the kernels sort the keys' indices, so a key is its own index. None is read.

fn inputKey(i: u32) -> u32 {
  return i;
}
