// Quantiles of large segments, first step: nothing is known of the target keys. A block takes a segment.
//
//   records, digitSums   written: side 0
//
// import SUM_WORDS, digitSumsAt, searchAt, sourceAt, OF_INPUT, SEARCHED from select/radix/records
// given blockIndex, blockLane, BLOCK_LANES, LARGE_COUNT, TARGETS

var<storage, read_write> state: array<u32>;
var<storage, read_write> records: array<vec4u>;
var<storage, read_write> digitSums: array<atomic<u32>>;

fn task(workgroup: u32, local: u32) {
  let entry = blockIndex(workgroup, local);
  if (entry >= state[LARGE_COUNT]) {
    return;
  }
  for (var i = blockLane(local); i < SUM_WORDS; i += BLOCK_LANES) {
    atomicStore(&digitSums[digitSumsAt(0u, entry) + i], 0u);
  }
  for (var k = blockLane(local); k < TARGETS; k += BLOCK_LANES) {
    records[searchAt(0u, entry, k)] = vec4u();
  }
  if (blockLane(local) == 0u) {
    records[sourceAt(0u, entry)] = vec4u(OF_INPUT, 0u, SEARCHED, 0u);
  }
}
