// A selection by digits: stores the selected items of a tile, in order, GPUs. A workgroup takes a tile, WORKGROUP
// items at a time.
//
//   state, large, records   read
//   tileSums                          read: the stored keys of the segment's earlier tiles
//   storedKeys, storedIndices         written: sort keys and items
//
// import sourceTileAt from select/radix/source
// given storesAny, loadPrefixes, KEEPS_ALL, firstStored, sourceMap, withDigit, prefixMask, sourceKey, isStored
// given isLesser, blockScan, storeSelected, TILE_COUNT, DIGITS, WORKGROUP

var<storage, read_write> state: array<u32>;
var<storage, read_write> tileSums: array<vec2u>;
var<uniform> level: vec4u;

var<workgroup> sharedCount: u32;

fn task(workgroup: u32, local: u32) {
  let number = workgroup;
  let inTable = number < state[TILE_COUNT];
  let side = level.w;
  let tile = sourceTileAt(select(0u, number, inTable), side);
  if (local == 0u) {
    sharedCount = select(0u, tile.count, inTable && storesAny(side, tile.entry));
  }
  let count = workgroupUniformLoad(&sharedCount);
  if (count == 0u) {
    return;
  }
  let limit = select(loadPrefixes(1u - side, tile.entry), 0xFFFFFFFFu, KEEPS_ALL);
  let to = firstStored(tile.entry, tile.segment);
  let map = sourceMap();
  let mask = withDigit(prefixMask(), DIGITS - 1u, level.x);
  var sums = tileSums[tile.row];
  for (var done = 0u; done < count; done += WORKGROUP) {
    let i = tile.first + min(done + local, count - 1u);
    let key = sourceKey(map, i);
    let stored = done + local < count && isStored(key, mask);
    let lesser = stored && isLesser(key, mask);
    // Lesser keys are counted in the lower half, equal keys in the upper half.
    let scan = blockScan(local, select(0u, select(0x10000u, 1u, lesser), stored));
    let lesserStored = sums.x + (scan.before & 0xFFFFu);
    let equalStored = sums.y + (scan.before >> 16u);
    if (stored && (lesser || equalStored < limit)) {
      storeSelected(to + lesserStored + min(equalStored, limit), key, i);
    }
    sums += vec2u(scan.total & 0xFFFFu, scan.total >> 16u);
  }
}
