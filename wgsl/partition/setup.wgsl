// Setup: the first kernel of every recorded call. One invocation runs.
//
// It brings the call's numbers to the GPU and resets the state. The numbers are fixed when the call is recorded: they
// are immediate data of its compute pass, or a uniform that no other numbers use. So one encoder may hold many calls of
// a plan with different numbers. With one uniform that the queue writes, it could not.
//
//   call    items; segments, or the largest possible number where a buffer holds it; length of segments of one size,
//           otherwise 0
//   state   written: the header is reset; segments of one size fill their bin, since they have no partition
//   args    written: 0, except the arguments of that bin
//
// import ceilDiv from plan/grid
// import finishBin, writeGrids from partition/bins
// import fullTiles from partition/large
// given Call, FIRST_ID, SEGMENTS_PER_BLOCK, ITEM_COUNT, SEGMENT_COUNT, SEGMENT_SIZE, BLOCK_COUNT
// given PARTITION_COUNTERS, FULL_TILES, isListed, sumOf, countAtLeast

var<immediate> call: Call;
var<storage, read_write> state: array<u32>;
var<storage, read_write> args: array<u32>;

fn setUp() {
  let items = call.items;
  let size = call.size;
  var segments = countOfCall(call.segments);
  if (size != 0u) {
    segments = min(segments, items / size);
  }
  for (var i = 0u; i < FIRST_ID; i++) {
    state[i] = 0u;
  }
  for (var i = 0u; i < arrayLength(&args); i++) {
    args[i] = 0u;
  }
  let blocks = ceilDiv(segments, SEGMENTS_PER_BLOCK);
  state[ITEM_COUNT] = items;
  state[SEGMENT_COUNT] = segments;
  state[SEGMENT_SIZE] = size;
  state[BLOCK_COUNT] = blocks;
  state[PARTITION_COUNTERS] = blocks * (FULL_TILES + 1u) + 1u;
  if (size != 0u) {
    if (isListed(size)) {
      finishBin(sumOf(countAtLeast(size)) - 1u, 0u, segments, segments * fullTiles(size));
      writeGrids();
    }
  }
}

// ---- choice entry: alone
// Nothing else is to be set up.
//
// import setUp from partition/setup

@compute @workgroup_size(1)
fn main() {
  setUp();
}

// ---- choice count: given
// The host gave the number of segments, or of rows.

fn countOfCall(given: u32) -> u32 {
  return given;
}

// ---- choice count: buffer
// An earlier pass wrote the number of segments, or of rows, into a buffer. The host gave the largest possible number.

var<storage, read_write> countIn: array<u32>;

fn countOfCall(given: u32) -> u32 {
  return min(countIn[0], given);
}
