// select/keep

// (prelude)
alias Key = u32;
const TILE_COUNT = 5u;
const FULL_TILE_COUNT = 6u;
const LARGE_COUNT = 7u;
const BIN_COUNTS = 8u;
const SEGMENT_SIZE = 48u;
const PLAIN_KEYS = true;
const LOSSLESS_KEYS = true;
const WORKGROUP = 8u;
const TILE = 4080u;
const DIGITS = 256u;
const SOUGHT = 1u;
const LARGE_ROOM = 16131u;
const CANDIDATES_PER = 4u;
@group(0) @binding(0) var<storage, read_write> state: array<u32>;
@group(0) @binding(1) var<storage, read_write> tileSums: array<vec2u>;
@group(0) @binding(2) var<uniform> level: vec4u;
@group(0) @binding(3) var<storage, read_write> records: array<vec4u>;
@group(0) @binding(4) var<storage, read_write> large: array<vec4u>;
@group(0) @binding(5) var<storage, read_write> keptKeys: array<Key>;
@group(0) @binding(6) var<storage, read_write> keptIndices: array<u32>;
@group(0) @binding(7) var<storage, read_write> keysIn: array<Key>;
@group(0) @binding(8) var<uniform> keyMap: array<vec4u, 4>;

// wgsl/select/radix/keep.software.wgsl
var<private> lesserKept: u32;
var<private> equalKept: u32;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let number = workgroupIndex(workgroup, grid) * WORKGROUP + invocation.x;
  if (number >= state[TILE_COUNT]) {
    return;
  }
  let side = level.w;
  let tile = sourceTileAt(number, side);
  if (tile.count == 0u || !storesKept(side, tile.entry)) {
    return;
  }
  let limit = select(loadKept(1u - side, tile.entry), 0xFFFFFFFFu, KEEPS_ALL);
  let to = firstKept(tile.entry, tile.segment);
  let sums = tileSums[tile.row];
  lesserKept = sums.x;
  equalKept = sums.y;
  let map = sourceMap();
  let mask = withDigit(prefixMask(), DIGITS - 1u, level.x);
  let end = tile.first + tile.count;
  var i = tile.first;
  for (; i + 4u <= end; i += 4u) {
    let a = sourceKey(map, i);
    let b = sourceKey(map, i + 1u);
    let c = sourceKey(map, i + 2u);
    let d = sourceKey(map, i + 3u);
    if (isKept(a, mask) | isKept(b, mask) | isKept(c, mask) | isKept(d, mask)) {
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
  if (isKept(key, mask)) {
    let lesser = isLesser(key, mask);
    if (lesser || equalKept < limit) {
      storeKept(to + lesserKept + min(equalKept, limit), key, i);
    }
    lesserKept += select(0u, 1u, lesser);
    equalKept += select(1u, 0u, lesser);
  }
}

// wgsl/plan/workgroup_index.wgsl
fn workgroupIndex(workgroup: vec3u, grid: vec3u) -> u32 {
  return workgroup.y * grid.x + workgroup.x;
}

// wgsl/select/radix/tile.wgsl
struct SourceTile {
  first: u32,
  count: u32,
  entry: u32,
  row: u32,
  segment: Segment,
}

fn firstCandidate(segment: Segment) -> u32 {
  return segment.begin / CANDIDATES_PER;
}

fn sourceTileAt(number: u32, side: u32) -> SourceTile {
  let tile = tileAt(number);
  let source = records[sourceAt(side, tile.entry)];
  var first = tile.start;
  var count = tile.count;
  let areCopied = source.x != OF_INPUT;
  if (readsCandidates(areCopied)) {
    let done = tile.index * TILE;
    first = firstCandidate(tile.segment) + done;
    count = min(max(source.x, done) - done, TILE);
  }
  count = select(0u, count, readsNow(areCopied));
  return SourceTile(first, count, tile.entry, tile.firstTile + tile.index, tile.segment);
}

// wgsl/plan/state.wgsl
struct Segment {
  begin: u32,
  length: u32,
}

fn binCount(bin: u32) -> u32 {
  return state[BIN_COUNTS + bin];
}

// wgsl/partition/tile_table.wgsl
struct Tile {
  start: u32,
  count: u32,
  segment: Segment,
  entry: u32,
  index: u32,
  tiles: u32,
  firstTile: u32,
}

fn largeAt(entry: u32) -> vec4u {
  let size = state[SEGMENT_SIZE];
  return select(large[entry], vec4u((size - 1u) / TILE * entry, size * entry, size, 0u), size != 0u);
}

fn tileAt(number: u32) -> Tile {
  let full = state[FULL_TILE_COUNT];
  var entry = number - full;
  if (number < full) {

    var low = 0u;
    var high = state[LARGE_COUNT];
    while (high - low > 1u) {
      let middle = (low + high) / 2u;
      if (largeAt(middle).x <= number) {
        low = middle;
      } else {
        high = middle;
      }
    }
    entry = low;
  }
  let segment = largeAt(entry);
  let fullTiles = (segment.z - 1u) / TILE;

  let index = select(fullTiles, min(number - segment.x, fullTiles), number < full);
  let count = min(segment.z - index * TILE, TILE);
  return Tile(segment.y + index * TILE, count, Segment(segment.y, segment.z), entry, index, fullTiles + 1u,
              segment.x + entry);
}

// wgsl/select/radix/records.wgsl
const OF_INPUT = 0xFFFFFFFFu;

const SEARCHED = 0u;
const WHOLE = 1u;
const NOTHING = 2u;

const SUM_WORDS = SOUGHT * DIGITS + 1u;

fn searchAt(side: u32, entry: u32, sought: u32) -> u32 {
  return (side * LARGE_ROOM + entry) * SOUGHT + sought;
}

fn sourceAt(side: u32, entry: u32) -> u32 {
  return 2u * LARGE_ROOM * SOUGHT + side * LARGE_ROOM + entry;
}

fn digitSumsAt(side: u32, entry: u32) -> u32 {
  return (side * LARGE_ROOM + entry) * SUM_WORDS;
}

// wgsl/select/radix/of_input.wgsl
fn readsCandidates(areCopied: bool) -> bool {
  return false;
}

fn readsNow(areCopied: bool) -> bool {
  return !areCopied;
}

fn sourceKey(map: KeyMap, i: u32) -> Key {
  return sortKeyBy(map, inputKey(i));
}

fn sourceIndex(i: u32) -> u32 {
  return i;
}

fn sourceMap() -> KeyMap {
  return keyMapNow();
}

// wgsl/select/radix/class_single.wgsl
var<private> keptPrefix: Key;

fn loadKept(side: u32, entry: u32) -> u32 {
  let search = records[searchAt(side, entry, 0u)];
  keptPrefix = unpackedKey(search.xy);
  return search.z + 1u;
}

fn isKept(key: Key, mask: Key) -> bool {
  return !lessKey(keptPrefix, key & mask);
}

fn isLesser(key: Key, mask: Key) -> bool {
  return lessKey(key & mask, keptPrefix);
}

// wgsl/select/radix/to_candidates.wgsl
const KEEPS_ALL = true;

fn storesKept(side: u32, entry: u32) -> bool {
  return records[sourceAt(side, entry)].x == OF_INPUT && records[sourceAt(1u - side, entry)].x != OF_INPUT;
}

fn firstKept(entry: u32, segment: Segment) -> u32 {
  return firstCandidate(segment);
}

// wgsl/select/radix/store_item.wgsl
fn storeKept(to: u32, key: Key, i: u32) {
  keptKeys[to] = key;
  keptIndices[to] = sourceIndex(i);
}

// wgsl/select/keys/word.wgsl
fn prefixMask() -> Key {
  return level.y;
}

fn withDigit(prefix: Key, digit: u32, shift: u32) -> Key {
  return prefix | (digit << shift);
}

fn packedKey(key: Key) -> vec2u {
  return vec2u(key, 0u);
}

fn unpackedKey(words: vec2u) -> Key {
  return words.x;
}

// wgsl/sort/access/keys_apart.wgsl
fn inputKey(i: u32) -> Key {
  return keysIn[i];
}

// wgsl/sort/keys/word.wgsl
const MAX_KEY = 0xFFFFFFFFu;

struct KeyMap {
  flips: vec4u,
  range: vec4u,
}

fn keyMapNow() -> KeyMap {
  return KeyMap(keyMap[0], keyMap[1]);
}

fn sortKeyBy(by: KeyMap, bits: u32) -> u32 {
  var key = bits;
  if (!PLAIN_KEYS) {
    if (!LOSSLESS_KEYS) {
      key = select(bits, 0u, bits == by.range.x);
    }
    key = (key ^ select(by.flips.x, by.flips.y, (key & by.flips.x) != 0u)) - by.flips.z;
    if (!LOSSLESS_KEYS) {
      key = key >> by.range.y;
    }
    key = key & by.range.z;
  }
  return key ^ by.flips.w;
}

fn sortKey(bits: u32) -> u32 {
  return sortKeyBy(keyMapNow(), bits);
}

fn keyBits(key: u32) -> u32 {
  var bits = key ^ keyMap[0].w;
  if (!PLAIN_KEYS) {
    bits = (bits + keyMap[0].z) & keyMap[1].z;
    bits = bits ^ select(keyMap[0].y, keyMap[0].x, (bits & keyMap[0].x) != 0u);
  }
  return bits;
}

fn lessKey(a: u32, b: u32) -> bool {
  return a < b;
}

fn bitsFrom(key: u32, shift: u32) -> u32 {
  return key >> shift;
}

fn sortKeyBits() -> u32 {
  return keyMap[1].w;
}
