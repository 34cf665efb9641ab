// An earlier pass wrote the number k of a top-k into a buffer. Same name as select/topk/k_given.wgsl.
//
// given MAX_K

var<storage, read_write> kIn: array<u32>;

fn wantedCount() -> u32 {
  return min(kIn[0], MAX_K);
}
