// Large segments, one radix pass, upsweep, GPUs. A workgroup counts the digits of its tile in workgroup memory.
//
//   state, large   read: the tile table
//   keysFrom       read
//   digitShift     uniform: the pass's lowest bit
//   counters       written: the tile's row of counts (columns.gpu.wgsl)
//
// import uniformTile from partition/tile_table
// import digitAt from sort/radix/rank.gpu
// import tileRow from sort/large/columns.gpu
// given Key, DIGITS, WORKGROUP

var<storage, read_write> state: array<u32>;
var<storage, read_write> keysFrom: array<Key>;
var<uniform> digitShift: u32;
var<storage, read_write> counters: array<u32>;

var<workgroup> counts: array<atomic<u32>, DIGITS>;

fn task(workgroup: u32, local: u32) {
  for (var digit = local; digit < DIGITS; digit += WORKGROUP) {
    atomicStore(&counts[digit], 0u);
  }
  let tile = uniformTile(workgroup, local);
  for (var i = local; i < tile.count; i += WORKGROUP) {
    atomicAdd(&counts[digitAt(keysFrom[tile.start + i], digitShift)], 1u);
  }
  workgroupBarrier();
  if (tile.count > 0u) {
    for (var digit = local; digit < DIGITS; digit += WORKGROUP) {
      counters[tileRow(tile, tile.index) + digit] = atomicLoad(&counts[digit]);
    }
  }
}
