// A selection by digits: stores the selected items of a tile, in order, software adapters. An invocation takes a tile.
//
//   state, large, records   read
//   tileSums                          read: the stored keys of the segment's earlier tiles
//   storedKeys, storedIndices         written: sort keys and items
//
// import workgroupIndex from plan/grid
// import sourceTileAt from select/radix/source
// given storesAny, loadPrefixes, KEEPS_ALL, firstStored, sourceMap, withDigit, prefixMask, sourceKey, isStored
// given isLesser, storeSelected, WORKGROUP, TILE_COUNT, DIGITS, Key

var<storage, read_write> state: array<u32>;
var<storage, read_write> tileSums: array<vec2u>;
var<uniform> level: vec4u;

var<private> lesserStored: u32;
var<private> equalStored: u32;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let number = workgroupIndex(workgroup, grid) * WORKGROUP + invocation.x;
  if (number >= state[TILE_COUNT]) {
    return;
  }
  let side = level.w;
  let tile = sourceTileAt(number, side);
  if (tile.count == 0u || !storesAny(side, tile.entry)) {
    return;
  }
  let limit = select(loadPrefixes(1u - side, tile.entry), 0xFFFFFFFFu, KEEPS_ALL);
  let to = firstStored(tile.entry, tile.segment);
  let sums = tileSums[tile.row];
  lesserStored = sums.x;
  equalStored = sums.y;
  let map = sourceMap();
  let mask = withDigit(prefixMask(), DIGITS - 1u, level.x);
  let end = tile.first + tile.count;
  var i = tile.first;
  for (; i + 4u <= end; i += 4u) {
    let a = sourceKey(map, i);
    let b = sourceKey(map, i + 1u);
    let c = sourceKey(map, i + 2u);
    let d = sourceKey(map, i + 3u);
    if (isStored(a, mask) | isStored(b, mask) | isStored(c, mask) | isStored(d, mask)) {
      keep(a, i, mask, limit, to);
      keep(b, i + 1u, mask, limit, to);
      keep(c, i + 2u, mask, limit, to);
      keep(d, i + 3u, mask, limit, to);
    }
  }
  for (; i < end; i++) {
    keep(sourceKey(map, i), i, mask, limit, to);
  }
}

fn keep(key: Key, i: u32, mask: Key, limit: u32, to: u32) {
  if (isStored(key, mask)) {
    let lesser = isLesser(key, mask);
    if (lesser || equalStored < limit) {
      storeSelected(to + lesserStored + min(equalStored, limit), key, i);
    }
    lesserStored += select(0u, 1u, lesser);
    equalStored += select(1u, 0u, lesser);
  }
}
