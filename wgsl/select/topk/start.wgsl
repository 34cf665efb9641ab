// Top-k of large segments, first step: what is searched for in each segment. Each block has one.
//
// import largeAt from partition/tile_table
// import listedId from plan/state
// import SEARCHED, WHOLE, NOTHING, SUM_WORDS, digitSumsAt, searchAt, sourceAt, OF_INPUT from select/radix/records
// import rowOf from select/topk/rows
// given blockIndex, pivotOf, blockLane, BLOCK_LANES, LARGE_COUNT, LARGE_BIN

var<storage, read_write> state: array<u32>;
var<storage, read_write> records: array<vec4u>;
var<storage, read_write> digitSums: array<atomic<u32>>;

fn task(workgroup: u32, local: u32) {
  let block = blockIndex(workgroup, local);
  let inTable = block < state[LARGE_COUNT];
  let entry = select(0u, block, inTable);
  let segment = largeAt(entry);
  let length = segment.z;
  let count = rowOf(listedId(LARGE_BIN, entry), length).count;
  let taken = select(select(SEARCHED, WHOLE, count == length), NOTHING, count == 0u);
  let pivot = pivotOf(local, inTable && taken == SEARCHED, segment.y, length, count);
  if (!inTable) {
    return;
  }
  for (var i = blockLane(local); i < SUM_WORDS; i += BLOCK_LANES) {
    atomicStore(&digitSums[digitSumsAt(0u, entry) + i], 0u);
  }
  if (blockLane(local) != 0u) {
    return;
  }
  // All keys are up to the greatest key. No key is stored of a segment whose rank is that of no key.
  let prefix = select(vec2u(), vec2u(0xFFFFFFFFu), taken == WHOLE);
  let rank = select(count - 1u, 0xFFFFFFFEu, taken == WHOLE);
  records[searchAt(0u, entry, 0u)] = vec4u(prefix, rank, 0u);
  records[sourceAt(0u, entry)] = vec4u(OF_INPUT, 0u, taken, rank);
  // The prefilter reads the pivot, and counts copied items from 0.
  records[searchAt(1u, entry, 0u)] = vec4u(pivot.words, select(0u, 1u, pivot.isFound), 0u);
  atomicStore(&digitSums[digitSumsAt(1u, entry)], 0u);
}

// ---- choice pivot: none
// The search reads whole segments: no prefilter, so no pivot (prefilter/pivot.gpu.wgsl).

struct Pivot {
  words: vec2u,
  isFound: bool,
}

fn pivotOf(local: u32, live: bool, begin: u32, length: u32, count: u32) -> Pivot {
  return Pivot(vec2u(), false);
}
