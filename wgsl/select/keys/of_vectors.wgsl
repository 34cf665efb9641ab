// Keys of one word, in a binding of vectors of four words (select/topk/first_item.software.wgsl). Same names as
// sort/access.wgsl.
//
// given InputWord

var<storage, read_write> input: array<InputWord>;

fn inputKey(i: u32) -> u32 {
  return input[i / 4u][i % 4u];
}
