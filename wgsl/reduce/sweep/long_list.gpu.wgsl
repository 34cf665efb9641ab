// The list of long segments, in any order. Later kernels read it as the list of the large bin.
//
//   longSpans   the scratch range `spans` as single words: begin and length of each segment. The last word holds the
//               number of segments, and the word before it their maximum length. No span uses these two words.

var<storage, read_write> longSpans: array<atomic<u32>>;

fn longListLength() -> u32 {
  return arrayLength(&longSpans) - 1u;
}

fn longest() -> u32 {
  return arrayLength(&longSpans) - 2u;
}
