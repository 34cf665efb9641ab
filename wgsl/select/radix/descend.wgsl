// A selection by digits, second step of a level: finds the digit of each sought key of a segment. A block, which is a
// workgroup or an invocation, takes a segment.
//
//   state             read
//   digitSums         read: this side; written: zeros in the other side, for the next level
//   records           read: this side; written: the other side
//
// import sourceAt, SEARCHED, searchAt, digitSumsAt, SUM_WORDS from select/radix/records
// import leaderOf from select/radix/leader
// given BLOCK_LANES, blockIndex, blockLane, blockScan, itemsOf, rankNow, noteCount
// given withDigit, unpackedKey, packedKey, DIGITS
// given LARGE_COUNT, SOUGHT

var<storage, read_write> state: array<u32>;
var<storage, read_write> digitSums: array<atomic<u32>>;
var<storage, read_write> records: array<vec4u>;
var<uniform> level: vec4u;

const LANE_DIGITS = max(DIGITS / BLOCK_LANES, 1u);

fn task(workgroup: u32, local: u32) {
  let block = blockIndex(workgroup, local);
  let inTable = block < state[LARGE_COUNT];
  let entry = select(0u, block, inTable);
  let side = level.w;
  let source = records[sourceAt(side, entry)];
  let live = inTable && source.z == SEARCHED;
  let first = min(blockLane(local) * LANE_DIGITS, DIGITS);
  // Surplus blocks of the grid, and segments without a search, read no counts.
  let end = select(first, min(first + LANE_DIGITS, DIGITS), live);
  // Before the loop: on Mesa 26.1 a buffer that is first read in a loop, and again after it, ends the process.
  let items = itemsOf(side, entry);
  for (var k = 0u; k < SOUGHT; k++) {
    let search = records[searchAt(side, entry, k)];
    let sums = digitSumsAt(side, entry) + leaderOf(side, entry, k) * DIGITS;
    var sum = 0u;
    for (var digit = first; digit < end; digit++) {
      sum += atomicLoad(&digitSums[sums + digit]);
    }
    var before = blockScan(local, sum).before;
    let rank = rankNow(items, k, search.z);
    if (live && rank - before < sum) {
      for (var digit = first; digit < end; digit++) {
        let count = atomicLoad(&digitSums[sums + digit]);
        if (rank - before < count) {
          let prefix = withDigit(unpackedKey(search.xy), digit, level.x);
          records[searchAt(1u - side, entry, k)] = vec4u(packedKey(prefix), rank - before, count);
          break;
        }
        before += count;
      }
    }
    if (inTable && !live && blockLane(local) == 0u) {
      records[searchAt(1u - side, entry, k)] = search;
    }
  }
  if (inTable) {
    let other = digitSumsAt(1u - side, entry);
    for (var i = blockLane(local); i < SUM_WORDS; i += BLOCK_LANES) {
      atomicStore(&digitSums[other + i], 0u);
    }
    if (blockLane(local) == 0u) {
      records[sourceAt(1u - side, entry)] = source;
      noteCount(entry, items);
    }
  }
}
