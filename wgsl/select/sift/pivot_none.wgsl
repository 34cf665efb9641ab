// A search reads whole segments. Same names as select/sift/pivot.gpu.wgsl.

struct Pivot {
  words: vec2u,
  isFound: bool,
}

fn pivotOf(local: u32, live: bool, begin: u32, length: u32, count: u32) -> Pivot {
  return Pivot(vec2u(), false);
}
