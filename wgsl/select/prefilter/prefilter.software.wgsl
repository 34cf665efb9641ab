// A prefilter copies the items of a tile that come before the pivot, in order, and counts those equal to it. Tiles are
// copied in any order: each reserves its slots by an atomic. Software adapters: an invocation takes a tile. It counts
// the items in groups of four, and lists the groups that have one to copy. Then it reads only these again.
//
//   state, large, records             read: the tile table, and the pivots
//   digitSums                         added to: the segment's copied items
//   tileSums[tile]                    written: number of copied items, and the first one's slot; number of equal items
//   candidateKeys, candidateIndices   written: sort keys and items
//
// import workgroupIndex from plan/grid
// import tileAt from partition/tile_table
// import pivotAt, prefilteredAt, prefilteredTile, prefilterRoom, firstPrefiltered from select/prefilter/prefiltered
// given sourceMap, unpackedKey, sourceKey, lessKey, KeyMap, Key, WORKGROUP, TILE_COUNT

var<storage, read_write> state: array<u32>;
var<storage, read_write> records: array<vec4u>;
var<storage, read_write> digitSums: array<atomic<u32>>;
var<storage, read_write> tileSums: array<vec2u>;
var<storage, read_write> candidateKeys: array<Key>;
var<storage, read_write> candidateIndices: array<u32>;

/** Most groups of four items with a copied one that a tile remembers. */
const LISTED_GROUPS = 128u;

var<private> groups: array<u32, LISTED_GROUPS>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let number = workgroupIndex(workgroup, grid) * WORKGROUP + invocation.x;
  if (number >= state[TILE_COUNT]) {
    return;
  }
  let tile = tileAt(number);
  let pivot = records[pivotAt(tile.entry)];
  if (pivot.z == 0u) {
    return;
  }
  let map = sourceMap();
  let pivotKey = unpackedKey(pivot.xy);
  let end = tile.start + tile.count;
  var count = 0u;
  var upTo = 0u;
  var found = 0u;
  for (var i = tile.start; i < end; i += 4u) {
    let items = upToOf(map, pivotKey, i, end);
    upTo += items;
    if (items > 0u) {
      let lesser = lesserOf(map, pivotKey, i, end);
      if (lesser > 0u) {
        groups[min(found, LISTED_GROUPS - 1u)] = i;
        found++;
        count += lesser;
      }
    }
  }
  let start = atomicAdd(&digitSums[prefilteredAt(tile.entry)], count);
  tileSums[prefilteredTile(tile)] = vec2u(count, start);
  tileSums[prefilteredTile(tile) + 1u] = vec2u(upTo - count, 0u);
  if (start + count > prefilterRoom(tile.segment)) {
    return;
  }
  var slot = firstPrefiltered(tile.segment) + start;
  let listed = found <= LISTED_GROUPS;
  let tasks = select((tile.count + 3u) / 4u, found, listed);
  for (var task = 0u; task < tasks; task++) {
    let first = select(tile.start + 4u * task, groups[min(task, LISTED_GROUPS - 1u)], listed);
    for (var i = first; i < min(first + 4u, end); i++) {
      let key = sourceKey(map, i);
      if (lessKey(key, pivotKey)) {
        candidateKeys[slot] = key;
        candidateIndices[slot] = i;
        slot++;
      }
    }
  }
}

/** Number of items up to the pivot among the four from item `i` on. */
fn upToOf(map: KeyMap, pivotKey: Key, i: u32, end: u32) -> u32 {
  let last = end - 1u;
  let a = select(1u, 0u, lessKey(pivotKey, sourceKey(map, i)));
  let b = select(1u, 0u, lessKey(pivotKey, sourceKey(map, min(i + 1u, last))));
  let c = select(1u, 0u, lessKey(pivotKey, sourceKey(map, min(i + 2u, last))));
  let d = select(1u, 0u, lessKey(pivotKey, sourceKey(map, min(i + 3u, last))));
  return a + min(b, last - i) + select(0u, c, i + 2u <= last) + select(0u, d, i + 3u <= last);
}

/** Number of items before the pivot among the four from item `i` on. */
fn lesserOf(map: KeyMap, pivot: Key, i: u32, end: u32) -> u32 {
  var count = 0u;
  for (var at = i; at < min(i + 4u, end); at++) {
    count += select(0u, 1u, lessKey(sourceKey(map, at), pivot));
  }
  return count;
}
