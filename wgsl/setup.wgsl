// Setup: first kernel of every recorded call. One invocation.
//
// Brings the call's two numbers onto the GPU and resets the state. The numbers come as bytes, each byte a binding into
// the device's constant table (word 64·i of the table holds i): bindings are fixed when the call is recorded, so one plan
// can be recorded many times into one encoder with different numbers, which one uniform written by the queue can't.
//
//   item0…3, segment0…3   uniform, the bytes of itemCount and segmentCount, lowest first
//   state                 header reset
//   args                  all indirect arguments zero

@compute @workgroup_size(1)
fn main() {
  let items = item0 | (item1 << 8u) | (item2 << 16u) | (item3 << 24u);
  let segments = segment0 | (segment1 << 8u) | (segment2 << 16u) | (segment3 << 24u);
  for (var word = 0u; word < FIRST_ID; word++) {
    state[word] = 0u;
  }
  for (var slot = 0u; slot < ARGS_SLOTS; slot++) {
    writeGrid(slot, 0u);
  }
  let blocks = ceilDiv(segments, SEGMENTS_PER_BLOCK);
  state[ITEM_COUNT] = items;
  state[SEGMENT_COUNT] = segments;
  state[BLOCK_COUNT] = blocks;
  state[PARTITION_COUNTERS] = blocks * PARTITION_ROWS + 1u;
}
