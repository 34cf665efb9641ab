// Large segments, one radix pass, upsweep, GPUs. A workgroup counts the digits of its tile in workgroup memory.
//
//   state, large   read: the tile table
//   keysFrom       read
//   digitShift     uniform: the pass's lowest bit
//   counters       written: the tile's counts, by segment, then digit, then tile
//
// uses  workgroupIndex (plan/workgroup_index)  tileAt (partition/tile_table)  digitAt (sort/radix/digits)
// given Key  DIGITS  TILE_COUNT  WORKGROUP

var<storage, read_write> state: array<u32>;
var<storage, read_write> keysFrom: array<Key>;
var<uniform> digitShift: u32;
var<storage, read_write> counters: array<u32>;

var<workgroup> counts: array<atomic<u32>, DIGITS>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let number = workgroupIndex(workgroup, grid);
  let live = number < state[TILE_COUNT];
  let tile = tileAt(select(0u, number, live));
  for (var digit = local; digit < DIGITS; digit += WORKGROUP) {
    atomicStore(&counts[digit], 0u);
  }
  workgroupBarrier();
  for (var i = local; i < select(0u, tile.count, live); i += WORKGROUP) {
    atomicAdd(&counts[digitAt(keysFrom[tile.start + i], digitShift)], 1u);
  }
  workgroupBarrier();
  if (live) {
    let first = tile.firstTile * DIGITS + tile.index;
    for (var digit = local; digit < DIGITS; digit += WORKGROUP) {
      counters[first + digit * tile.tiles] = atomicLoad(&counts[digit]);
    }
  }
}
