// Large segments by one pass a digit, second kernel, GPUs. It counts all digits of all segments of several tiles in one
// read. A workgroup takes consecutive tiles. Where their segment ends, it adds its counts to those of the segment.
//
//   state, tiles   read: the tiles' records (tiles.gpu.wgsl)
//   keysFrom       read
//   digitCounts    the segments' counts, 0 before
//
// import ceilDiv, workgroupIndex from plan/grid
// import TileRecord, countsRow from sort/large/tiles.gpu
// import digitAt from sort/radix/rank.gpu
// given Key, DIGITS, DIGIT_BITS, PLACES, WORKGROUP, ITEMS, TILE, TILE_COUNT, COPIES

var<storage, read_write> state: array<u32>;
var<storage, read_write> tiles: array<TileRecord>;
var<storage, read_write> keysFrom: array<Key>;
var<storage, read_write> digitCounts: array<atomic<u32>>;

const COUNTS = PLACES * DIGITS;
/** Every COPIES-th subgroup of 32 lanes has the same counts, so that fewer lanes meet in one word. */
var<workgroup> counts: array<atomic<u32>, COPIES * COUNTS>;
var<workgroup> sharedCount: u32;
var<workgroup> sharedTile: TileRecord;

fn countKey(local: u32, key: Key) {
  let copy = local / 32u % COPIES * COUNTS;
  for (var place = 0u; place < PLACES; place++) {
    atomicAdd(&counts[copy + place * DIGITS + digitAt(key, place * DIGIT_BITS)], 1u);
  }
}

/** Adds the workgroup's counts to those of the tile's segment. It begins and ends with a barrier. */
fn addCounts(tile: TileRecord, local: u32) {
  workgroupBarrier();
  for (var i = local; i < COUNTS; i += WORKGROUP) {
    var sum = 0u;
    for (var copy = 0u; copy < COPIES; copy++) {
      sum += atomicExchange(&counts[copy * COUNTS + i], 0u);
    }
    if (sum > 0u) {
      atomicAdd(&digitCounts[countsRow(tile) + i], sum);
    }
  }
  workgroupBarrier();
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  if (local == 0u) {
    sharedCount = state[TILE_COUNT];
  }
  let tileCount = workgroupUniformLoad(&sharedCount);
  let each = ceilDiv(tileCount, grid.x * grid.y);
  let first = workgroupIndex(workgroup, grid) * each;
  let end = min(first + each, tileCount);
  for (var i = local; i < COPIES * COUNTS; i += WORKGROUP) {
    atomicStore(&counts[i], 0u);
  }
  var counted: TileRecord;                       // the tile before, if its segment's counts are not added yet
  for (var number = first; number < end; number++) {
    if (local == 0u) {
      sharedTile = tiles[number];
    }
    let tile = workgroupUniformLoad(&sharedTile);
    if (counted.tiles > 1u && counted.entry != tile.entry) {
      addCounts(counted, local);
    }
    counted = tile;
    if (tile.tiles > 1u) {
      if (tile.count == TILE) {
        // Loads that are in flight together.
        var keys = array<Key, ITEMS>();
        for (var i = 0u; i < ITEMS; i++) {
          keys[i] = keysFrom[tile.start + i * WORKGROUP + local];
        }
        for (var i = 0u; i < ITEMS; i++) {
          countKey(local, keys[i]);
        }
      } else {
        for (var i = local; i < tile.count; i += WORKGROUP) {
          countKey(local, keysFrom[tile.start + i]);
        }
      }
    }
  }
  if (counted.tiles > 1u) {
    addCounts(counted, local);
  }
}
