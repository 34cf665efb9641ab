// sort/large downsweep

// (prelude)
alias Key = u32;
const TILE_COUNT = 5u;
const FULL_TILE_COUNT = 6u;
const LARGE_COUNT = 7u;
const BIN_COUNTS = 8u;
const SEGMENT_SIZE = 48u;
const WORKGROUP = 8u;
const TILE = 4080u;
const DIGITS = 256u;
const EARLY_OUT = true;
const CHECK_ORDER = false;
const PLAIN_KEYS = true;
const LOSSLESS_KEYS = true;
@group(0) @binding(0) var<storage, read_write> state: array<u32>;
@group(0) @binding(1) var<storage, read_write> counters: array<u32>;
@group(0) @binding(2) var<uniform> copySorted: u32;
@group(0) @binding(3) var<storage, read_write> large: array<vec4u>;
@group(0) @binding(4) var<uniform> digitShift: u32;
@group(0) @binding(5) var<storage, read_write> keysFrom: array<Key>;
@group(0) @binding(6) var<storage, read_write> keysTo: array<Key>;
@group(0) @binding(7) var<storage, read_write> valuesTo: array<u32>;
@group(0) @binding(8) var<storage, read_write> valuesFrom: array<u32>;
@group(0) @binding(9) var<uniform> keyMap: array<vec4u, 4>;

// wgsl/sort/large/downsweep.software.wgsl
@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let tiles = state[TILE_COUNT];
  let number = workgroupIndex(workgroup, grid) * WORKGROUP + local;
  if (number >= tiles) {
    return;
  }
  let tile = tileAt(number);
  let end = tile.start + tile.count;
  let counterRow = counterRowOf(tile);
  let segmentCounterRow = segmentCounterRowOf(tile);
  let sorted = isSorted(firstCounterRowOf(tile));
  if (EARLY_OUT && (sorted || counters[segmentCounterRow + DIGITS] == 1u)) {

    copyItems(tile.start, select(end, tile.start, sorted && copySorted == 0u), tile.segment.begin);
    return;
  }
  var index = tile.segment.begin;
  for (var digit = 0u; digit < DIGITS; digit++) {
    digitWords[digit] = index + counters[counterRow + digit];
    index += counters[segmentCounterRow + digit];
  }
  moveByDigit(tile.start, end, tile.segment.begin);
}

// wgsl/plan/workgroup_index.wgsl
fn workgroupIndex(workgroup: vec3u, grid: vec3u) -> u32 {
  return workgroup.y * grid.x + workgroup.x;
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

// wgsl/plan/state.wgsl
struct Segment {
  begin: u32,
  length: u32,
}

fn binCount(bin: u32) -> u32 {
  return state[BIN_COUNTS + bin];
}

// wgsl/sort/large/counter_rows.software.wgsl
const COUNTER_ROW_WORDS = DIGITS + 1u;

fn firstCounterRowOf(tile: Tile) -> u32 {
  return (tile.firstTile + tile.entry) * COUNTER_ROW_WORDS;
}

fn counterRowOf(tile: Tile) -> u32 {
  return firstCounterRowOf(tile) + tile.index * COUNTER_ROW_WORDS;
}

fn segmentCounterRowOf(tile: Tile) -> u32 {
  return firstCounterRowOf(tile) + tile.tiles * COUNTER_ROW_WORDS;
}

fn isSorted(firstCounterRow: u32) -> bool {
  return EARLY_OUT && counters[firstCounterRow + DIGITS] == 1u;
}

// wgsl/sort/radix/moves.software.wgsl
fn nextIndex(digit: u32) -> u32 {
  let index = digitWords[digit];
  digitWords[digit] = index + 1u;
  return index;
}

fn moveByDigit(first: u32, end: u32, begin: u32) {
  let map = keyMapNow();
  let shift = digitShift;
  var i = first;
  for (; i + 4u <= end; i += 4u) {
    let a = keysFrom[i];
    let b = keysFrom[i + 1u];
    let c = keysFrom[i + 2u];
    let d = keysFrom[i + 3u];
    let toA = nextIndex(digitBy(map, a, shift));
    let toB = nextIndex(digitBy(map, b, shift));
    let toC = nextIndex(digitBy(map, c, shift));
    let toD = nextIndex(digitBy(map, d, shift));
    moveItem(i, begin, toA, a);
    moveItem(i + 1u, begin, toB, b);
    moveItem(i + 2u, begin, toC, c);
    moveItem(i + 3u, begin, toD, d);
  }
  for (; i < end; i++) {
    let bits = keysFrom[i];
    moveItem(i, begin, nextIndex(digitBy(map, bits, shift)), bits);
  }
}

fn copyItems(first: u32, end: u32, begin: u32) {
  for (var i = first; i < end; i++) {
    moveItem(i, begin, i, keysFrom[i]);
  }
}

// wgsl/sort/radix/digits.software.wgsl
var<private> digitWords: array<u32, DIGITS>;
var<private> keysFall: bool;

fn digitOf(sortKey: Key, shift: u32) -> u32 {
  return bitsFrom(sortKey, shift) & (DIGITS - 1u);
}

fn digitBy(map: KeyMap, bits: Key, shift: u32) -> u32 {
  return digitOf(sortKeyBy(map, bits), shift);
}

fn countDigits(begin: u32, end: u32, endChecked: u32) {

  let map = keyMapNow();
  let shift = digitShift;
  for (var digit = 0u; digit < DIGITS; digit++) {
    digitWords[digit] = 0u;
  }
  var before = Key();
  var falls = false;
  var i = begin;
  for (; i + 4u <= end; i += 4u) {
    let a = sortKeyBy(map, keysFrom[i]);
    let b = sortKeyBy(map, keysFrom[i + 1u]);
    let c = sortKeyBy(map, keysFrom[i + 2u]);
    let d = sortKeyBy(map, keysFrom[i + 3u]);
    if (CHECK_ORDER) {
      falls = falls | lessKey(a, before) | lessKey(b, a) | lessKey(c, b) | lessKey(d, c);
      before = d;
    }
    let digitA = digitOf(a, shift);
    let digitB = digitOf(b, shift);
    let digitC = digitOf(c, shift);
    let digitD = digitOf(d, shift);
    digitWords[digitA] += 1u;
    digitWords[digitB] += 1u;
    digitWords[digitC] += 1u;
    digitWords[digitD] += 1u;
  }
  for (; i < end; i++) {
    let key = sortKeyBy(map, keysFrom[i]);
    falls = falls | (CHECK_ORDER && lessKey(key, before));
    before = key;
    digitWords[digitOf(key, shift)] += 1u;
  }
  if (CHECK_ORDER && end < endChecked) {
    falls = falls | lessKey(sortKeyBy(map, keysFrom[end]), before);
  }
  keysFall = falls;
}

// wgsl/sort/radix/move_pair.software.wgsl
fn moveItem(source: u32, begin: u32, to: u32, bits: Key) {
  keysTo[to] = bits;
  valuesTo[to] = inputValue(source, begin);
}

// wgsl/sort/access/values_moved.wgsl
fn inputValue(i: u32, begin: u32) -> u32 {
  return valuesFrom[i];
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
