// Whether a level copies the candidates of a segment. It does so once, as soon as they are few.
//
//   CANDIDATES_PER   candidates are at most the items divided by this
//
// import sourceAt, OF_INPUT, SEARCHED from select/radix/records
// given keptCount, CANDIDATES_PER

var<storage, read_write> records: array<vec4u>;

/**
 * Number of candidates that the level copies, or OF_INPUT if it copies none. The branch of the loop in keptCount reads
 * the buffer before the loop and not after it: Mesa 26.1 crashes otherwise (tests/adapters/mesa-descriptor.mjs).
 */
fn candidatesNow(side: u32, entry: u32, length: u32) -> u32 {
  let source = records[sourceAt(side, entry)];
  if (source.x != OF_INPUT || source.z != SEARCHED) {
    return OF_INPUT;
  }
  let kept = keptCount(1u - side, entry);
  return select(OF_INPUT, kept, kept <= length / CANDIDATES_PER);
}
