// Large segments by one pass a digit, first kernel, GPUs. It counts all digits of all segments of several tiles in one
// read. A workgroup takes consecutive tiles. Where their segment ends, it adds its counts to those of the segment. It
// also writes the tiles' records, so that no later kernel searches, and clears what later kernels add to.
//
//   state, spans   read: the list of large segments, in any order; written: the number of tiles
//   tiles          written: a record a tile
//   descriptors    written: 0, for each tile, and the rows before those of all tiles
//   keysFrom       read
//   digitCounts    the segments' counts, 0 before
//
// import ceilDiv, workgroupIndex from plan/grid
// import listedSegment, uniformBinCount from plan/state
// import TileRecord, countsRow, ROWS_BEFORE from sort/large/tiles.gpu
// import digitAt from sort/radix/rank.gpu
// given blockScan, Key, sortKey, bitsFrom, DIGITS, DIGIT_BITS, PLACES, WORKGROUP, ITEMS, TILE, TILE_COUNT, ITEM_COUNT
// given COPIES, LARGE_BIN

var<storage, read_write> state: array<u32>;
var<storage, read_write> tiles: array<TileRecord>;
var<storage, read_write> descriptors: array<atomic<u32>>;
var<storage, read_write> keysFrom: array<Key>;
var<storage, read_write> digitCounts: array<atomic<u32>>;

const COUNTS = PLACES * DIGITS;
/** Every COPIES-th subgroup of 32 lanes has the same counts, so that fewer lanes meet in one word. */
var<workgroup> counts: array<atomic<u32>, COPIES * COUNTS>;
var<workgroup> sharedTile: TileRecord;

fn countKey(local: u32, key: Key) {
  let copy = local / 32u % COPIES * COUNTS;
  for (var place = 0u; place < PLACES; place++) {
    atomicAdd(&counts[copy + place * DIGITS + digitAt(key, place * DIGIT_BITS)], 1u);
  }
}

/**
 * Counts a lane's keys of a full tile. A digit that all of them share is counted at once: in small ids, and in floats
 * of a few powers of two, all lanes would meet in one word for each key.
 */
fn countKeys(local: u32, keys: array<Key, ITEMS>) {
  let copy = local / 32u % COPIES * COUNTS;
  var differing = Key();
  for (var i = 1u; i < ITEMS; i++) {
    differing |= sortKey(keys[i]) ^ sortKey(keys[0]);
  }
  for (var place = 0u; place < PLACES; place++) {
    let row = copy + place * DIGITS;
    if ((bitsFrom(differing, place * DIGIT_BITS) & (DIGITS - 1u)) == 0u) {
      atomicAdd(&counts[row + digitAt(keys[0], place * DIGIT_BITS)], ITEMS);
    } else {
      for (var i = 0u; i < ITEMS; i++) {
        atomicAdd(&counts[row + digitAt(keys[i], place * DIGIT_BITS)], 1u);
      }
    }
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

/** The tiles of a large segment without its last one, which may be partial. */
fn fullTiles(length: u32) -> u32 {
  return (max(length, 1u) - 1u) / TILE;
}

struct Share {
  first: u32,   // the workgroup's first tile
  end: u32,
  full: u32,    // full tiles of all segments
}

var<workgroup> sharedShare: Share;

/**
 * The tiles of the workgroup. If segments overlap, which they must not, there may be more full tiles than the items
 * have room for. The last ones are left out.
 */
fn shareOf(workgroup: u32, workgroups: u32, local: u32, segments: u32) -> Share {
  let items = state[ITEM_COUNT];
  var own = 0u;
  for (var entry = local; entry < segments; entry += WORKGROUP) {
    own = min(own + fullTiles(listedSegment(LARGE_BIN, entry).length), items / TILE);
  }
  let total = blockScan(local, own).total;
  if (local == 0u) {
    let full = min(total, items / TILE);
    let each = ceilDiv(full + segments, workgroups);
    let first = min(workgroup * each, full + segments);
    sharedShare = Share(first, min(first + each, full + segments), full);
    if (workgroup == 0u) {
      state[TILE_COUNT] = full + segments;
    }
  }
  return workgroupUniformLoad(&sharedShare);
}

/** Writes the records of the share's tiles, and clears what later kernels add to. */
fn writeRecords(share: Share, local: u32, segments: u32) {
  let items = state[ITEM_COUNT];
  var full = 0u;
  for (var chunk = 0u; chunk < segments; chunk += WORKGROUP) {
    let entry = chunk + local;
    let isListed = entry < segments;
    let segment = listedSegment(LARGE_BIN, select(0u, entry, isListed));
    let own = select(0u, fullTiles(segment.length), isListed);
    let scanned = blockScan(local, own);
    workgroupBarrier();   // before the next scan
    let before = full + scanned.before;
    full = min(full + scanned.total, items);
    if (isListed) {
      let end = min(before + own, share.full);
      for (var number = max(before, share.first); number < min(end, share.end); number++) {
        let index = number - before;
        tiles[number] = TileRecord(segment.begin + index * TILE, TILE, index, own + 1u, before, entry, segment.begin,
                                   segment.length);
      }
      let last = share.full + entry;
      if (last >= share.first && last < share.end) {
        // Without all of its full tiles, a segment is cut to one tile.
        let index = select(0u, own, end == before + own);
        let length = select(min(segment.length, TILE), segment.length, end == before + own);
        tiles[last] = TileRecord(segment.begin + index * TILE, length - index * TILE, index, index + 1u,
                                 select(0u, before, index > 0u), entry, segment.begin, length);
      }
    }
  }
  let first = select(share.first + ROWS_BEFORE, 0u, share.first == 0u);
  for (var i = first * DIGITS + local; i < (min(share.end, share.full) + ROWS_BEFORE) * DIGITS; i += WORKGROUP) {
    atomicStore(&descriptors[i], 0u);
  }
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let segments = uniformBinCount(LARGE_BIN, local);
  if (segments == 0u) {
    return;
  }
  let share = shareOf(workgroupIndex(workgroup, grid), grid.x * grid.y, local, segments);
  if (share.first == share.end) {
    return;
  }
  writeRecords(share, local, segments);
  for (var i = local; i < COPIES * COUNTS; i += WORKGROUP) {
    atomicStore(&counts[i], 0u);
  }
  storageBarrier();
  workgroupBarrier();
  var counted: TileRecord;                       // the tile before, if its segment's counts are not added yet
  for (var number = share.first; number < share.end; number++) {
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
        countKeys(local, keys);
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
