// Setup: first kernel of every recorded call. One invocation.
//
// Brings the call's numbers onto the GPU and resets the state. The numbers come as bytes, each byte a binding into the
// device's constant table (word 64·i of the table holds i): bindings are fixed when the call is recorded, so one plan can
// be recorded many times into one encoder with different numbers, which one uniform written by the queue can't.
//
//   item0…3, segment0…3, size0…3   uniform, the bytes of the item count, the segment count and, for segments of one size,
//                                  that size (else 0), lowest first
//   state                          header reset; for segments of one size their bin is filled: there is no partition
//   args                           all indirect arguments zero, but those of that bin
// segmentCount(given) comes from count_given.wgsl or count_buffer.wgsl, resetList() from list.wgsl or no_list.wgsl.
//
// uses  FIRST_ID ITEM_COUNT SEGMENT_COUNT SEGMENT_SIZE BLOCK_COUNT PARTITION_COUNTERS (state/layout)
//       ceilDiv (state/ceil_div)  finishBin writeGrids (partition/bins)
// takes segmentCount (setup/ count_buffer | count_given)  resetList (setup/ list | no_list)
//       fullTiles (partition/ large | spread)
// given SEGMENTS_PER_BLOCK  ROWS  isListed  sumOf  reached

var<uniform> item0: u32;
var<uniform> item1: u32;
var<uniform> item2: u32;
var<uniform> item3: u32;
var<uniform> size0: u32;
var<uniform> size1: u32;
var<uniform> size2: u32;
var<uniform> size3: u32;
var<uniform> segment0: u32;
var<uniform> segment1: u32;
var<uniform> segment2: u32;
var<uniform> segment3: u32;
var<storage, read_write> state: array<u32>;
var<storage, read_write> args: array<u32>;

fn word(a: u32, b: u32, c: u32, d: u32) -> u32 {
  return a | (b << 8u) | (c << 16u) | (d << 24u);
}

@compute @workgroup_size(1)
fn main() {
  let items = word(item0, item1, item2, item3);
  let size = word(size0, size1, size2, size3);
  var segments = segmentCount(word(segment0, segment1, segment2, segment3));
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
  state[PARTITION_COUNTERS] = blocks * ROWS + 1u;
  if (size != 0u) {
    if (isListed(size)) {
      finishBin(sumOf(reached(size)) - 1u, 0u, segments, segments * fullTiles(size));
      writeGrids();
    }
  }
}
