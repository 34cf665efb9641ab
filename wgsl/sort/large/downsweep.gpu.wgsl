// Large segments, one radix pass, downsweep, GPUs. A workgroup ranks the items of a tile by their digit in workgroup
// memory, then writes them. Stable.
//
//   state, large                             read: the tile table
//   keysFrom, keysTo, valuesFrom, valuesTo   items before and after the pass
//   digitShift                               uniform: the pass's lowest bit
//   counters                                 read: the scan over all counters (sort/large/digit_counts.gpu.wgsl)
//
// uses  workgroupIndex (plan/workgroup_index)  tileAt (partition/tile_table)  hasOneDigit digitStart
//       (sort/large/digit_counts.gpu)  bank (scan/block.gpu)
// takes copyTileItem loadTileItem (sort/large/ store_key.gpu | store_pair.gpu)  clearRun scatter (sort/large/
//       scatter_coalesced.gpu | scatter_direct.gpu)
// given Key  DIGITS  TILE_COUNT  EARLY_OUT  WORKGROUP

var<storage, read_write> state: array<u32>;
var<storage, read_write> keysFrom: array<Key>;
var<uniform> digitShift: u32;

var<workgroup> digitBases: array<u32, DIGITS>;      // per digit the index to which the tile's first item moves
var<workgroup> stays: u32;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let number = workgroupIndex(workgroup, grid);
  let live = number < state[TILE_COUNT];
  let tile = tileAt(select(0u, number, live));
  let count = select(0u, tile.count, live);
  if (EARLY_OUT) {
    if (local == 0u) {
      stays = select(0u, 1u, live && hasOneDigit(tile));
    }
    if (workgroupUniformLoad(&stays) == 1u) {
      for (var i = tile.start + local; i < tile.start + count; i += WORKGROUP) {
        copyTileItem(i);
      }
      return;
    }
  }
  let shiftToSegment = tile.segment.begin - digitStart(tile, 0u, 0u);
  for (var digit = local; digit < DIGITS; digit += WORKGROUP) {
    digitBases[digit] = digitStart(tile, digit, tile.index) + shiftToSegment;
    clearRun(digit);
  }
  for (var i = local; i < count; i += WORKGROUP) {
    loadTileItem(tile.start + i, bank(i));
  }
  workgroupBarrier();
  scatter(local, count);
}
