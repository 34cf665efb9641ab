// select/keep

// (prelude)
alias Key = u32;
alias Scanned = u32;
const TILE_COUNT = 5u;
const FULL_TILE_COUNT = 6u;
const LARGE_COUNT = 7u;
const BIN_COUNTS = 8u;
const SEGMENT_SIZE = 48u;
const PLAIN_KEYS = true;
const LOSSLESS_KEYS = true;
const WORKGROUP = 256u;
const TILE = 2048u;
const DIGITS = 256u;
const SOUGHT = 1u;
const LARGE_ROOM = 511u;
const CANDIDATES_PER = 4u;
const GRID_SLOT = 1u;
@group(0) @binding(0) var<uniform> grids: array<vec4u, 17>;
@group(0) @binding(1) var<storage, read_write> records: array<vec4u>;
@group(0) @binding(2) var<storage, read_write> state: array<u32>;
@group(0) @binding(3) var<storage, read_write> large: array<vec4u>;
@group(0) @binding(4) var<storage, read_write> tileSums: array<vec2u>;
@group(0) @binding(5) var<uniform> level: vec4u;
@group(0) @binding(6) var<storage, read_write> keptKeys: array<Key>;
@group(0) @binding(7) var<storage, read_write> keptIndices: array<u32>;
@group(0) @binding(8) var<storage, read_write> keysIn: array<Key>;
@group(0) @binding(9) var<uniform> keyMap: array<vec4u, 4>;

// wgsl/plan/repeated.wgsl
fn gridWord(a:u32)->u32{
return grids[a/4u][a%4u];
}

@compute@workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id)a:vec3u,@builtin(num_workgroups)b:vec3u,
@builtin(local_invocation_id)c:vec3u){
let d=gridWord(GRID_SLOT*3u)*gridWord(GRID_SLOT*3u+1u);
for(var e=a.x;e<d;e+=b.x){
task(e,c.x);

if(e+b.x<d){
workgroupBarrier();
}
}
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

// wgsl/scan/bank.wgsl
fn bank(slot: u32) -> u32 {
  return slot + slot / 32u;
}

// wgsl/select/radix/keep.gpu.wgsl
var<workgroup> sharedCount: u32;

fn task(workgroup: u32, local: u32) {
  let number = workgroup;
  let inTable = number < state[TILE_COUNT];
  let side = level.w;
  let tile = sourceTileAt(select(0u, number, inTable), side);
  if (local == 0u) {
    sharedCount = select(0u, tile.count, inTable && storesKept(side, tile.entry));
  }
  let count = workgroupUniformLoad(&sharedCount);
  if (count == 0u) {
    return;
  }
  let limit = select(loadKept(1u - side, tile.entry), 0xFFFFFFFFu, KEEPS_ALL);
  let to = firstKept(tile.entry, tile.segment);
  let map = sourceMap();
  let mask = withDigit(prefixMask(), DIGITS - 1u, level.x);
  var sums = tileSums[tile.row];
  for (var done = 0u; done < count; done += WORKGROUP) {
    let i = tile.first + min(done + local, count - 1u);
    let key = sourceKey(map, i);
    let kept = done + local < count && isKept(key, mask);
    let lesser = kept && isLesser(key, mask);

    let scan = blockScan(local, select(0u, select(0x10000u, 1u, lesser), kept));
    let lesserKept = sums.x + (scan.before & 0xFFFFu);
    let equalKept = sums.y + (scan.before >> 16u);
    if (kept && (lesser || equalKept < limit)) {
      storeKept(to + lesserKept + min(equalKept, limit), key, i);
    }
    sums += vec2u(scan.total & 0xFFFFu, scan.total >> 16u);
  }
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

// wgsl/scan/block.gpu.wgsl
const BLOCK_LANES = WORKGROUP;
const RAKE = 16u;
const ROWS_RAKED = WORKGROUP / RAKE;

struct BlockScan {
  before: Scanned,
  total: Scanned,
}

var<workgroup> blockSums: array<Scanned, WORKGROUP + WORKGROUP / 32u>;
var<workgroup> rowSums: array<Scanned, ROWS_RAKED>;

fn blockIndex(workgroup: u32, local: u32) -> u32 {
  return workgroup;
}

fn blockLane(local: u32) -> u32 {
  return local;
}

fn blockScan(local: u32, value: Scanned) -> BlockScan {
  blockSums[bank(local)] = value;
  workgroupBarrier();
  if (local < ROWS_RAKED) {
    var sum = scanIdentity();
    for (var i = local * RAKE; i < local * RAKE + RAKE; i++) {
      let next = blockSums[bank(i)];
      blockSums[bank(i)] = sum;
      sum = scanCombine(sum, next);
    }
    rowSums[local] = sum;
  }
  workgroupBarrier();
  var before = blockSums[bank(local)];
  var total = scanIdentity();
  for (var row = 0u; row < ROWS_RAKED; row++) {
    if (row == local / RAKE) {
      before = scanCombine(total, before);
    }
    total = scanCombine(total, rowSums[row]);
  }
  return BlockScan(before, total);
}

// wgsl/scan/add.wgsl
fn scanIdentity() -> Scanned {
  return Scanned();
}

fn scanCombine(a: Scanned, b: Scanned) -> Scanned {
  return a + b;
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
