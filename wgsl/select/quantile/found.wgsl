// Where the quantiles of a pass are found: at word `foundFirst.x` of a segment's FOUND_WORDS keys.
//
// given FOUND_WORDS

var<uniform> foundFirst: vec4u;

fn foundIndex(id: u32, k: u32) -> u32 {
  return id * FOUND_WORDS + foundFirst.x + k;
}
