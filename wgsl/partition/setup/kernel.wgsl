// Setup: first kernel of every recorded call. One invocation.
//
// Brings the call's numbers onto the GPU and resets the state. The numbers are fixed when the call is recorded, as
// immediate data of its compute pass or as a uniform of its own: one plan can be recorded many times into one encoder
// with different numbers, which one uniform written by the queue can't.
//
//   call    items, segments (where a buffer has their number, the most they may be) and, for segments of one size, that
//           size (else 0)
//   state   header reset; for segments of one size their bin is filled: there is no partition
//   args    all indirect arguments zero, but those of that bin
//
// uses  ceilDiv (plan/ceil_div)  finishBin writeGrids (partition/bins)
// takes segmentCount (partition/setup/ count_buffer | count_given)  resetList (partition/setup/ list | no_list)
//       fullTiles (partition/ large_tiles | spread)
// given Call  FIRST_ID  SEGMENTS_PER_BLOCK  ITEM_COUNT  SEGMENT_COUNT  SEGMENT_SIZE  BLOCK_COUNT  PARTITION_COUNTERS
//       COUNTS_PER_BLOCK  isListed  sumOf  countAtLeast

var<immediate> call: Call;
var<storage, read_write> state: array<u32>;
var<storage, read_write> args: array<u32>;

@compute @workgroup_size(1)
fn main() {
  let items = call.items;
  let size = call.size;
  var segments = segmentCount(call.segments);
  if (size != 0u) {
    segments = min(segments, items / size);
  }
  for (var i = 0u; i < FIRST_ID; i++) {
    state[i] = 0u;
  }
  for (var i = 0u; i < arrayLength(&args); i++) {
    args[i] = 0u;
  }
  resetList();
  let blocks = ceilDiv(segments, SEGMENTS_PER_BLOCK);
  state[ITEM_COUNT] = items;
  state[SEGMENT_COUNT] = segments;
  state[SEGMENT_SIZE] = size;
  state[BLOCK_COUNT] = blocks;
  state[PARTITION_COUNTERS] = blocks * COUNTS_PER_BLOCK + 1u;
  if (size != 0u) {
    if (isListed(size)) {
      finishBin(sumOf(countAtLeast(size)) - 1u, 0u, segments, segments * fullTiles(size));
      writeGrids();
    }
  }
}
