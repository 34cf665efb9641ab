// The list of long segments, in any order: where later kernels find the large bin's.
//
//   longSpans   the scratch range `spans`, as single words: begin and length of each; in its last word, which no span
//               reaches, their number, and in the word before it the greatest length

var<storage, read_write> longSpans: array<atomic<u32>>;

fn longListLength() -> u32 {
  return arrayLength(&longSpans) - 1u;
}

fn longest() -> u32 {
  return arrayLength(&longSpans) - 2u;
}
