// sort/large downsweep

// (prelude)
alias Key = u32;
alias Scanned = u32;
const TILE_COUNT = 5u;
const FULL_TILE_COUNT = 6u;
const LARGE_COUNT = 7u;
const BIN_COUNTS = 8u;
const SEGMENT_SIZE = 48u;
const WORKGROUP = 256u;
const TILE = 2048u;
const DIGIT_BITS = 8u;
const DIGITS = 256u;
const EARLY_OUT = true;
const ITEMS = 8u;
const LOCAL_BITS = 4u;
const PLAIN_KEYS = true;
const LOSSLESS_KEYS = true;
@group(0) @binding(0) var<storage, read_write> counters: array<u32>;
@group(0) @binding(1) var<storage, read_write> state: array<u32>;
@group(0) @binding(2) var<storage, read_write> large: array<vec4u>;
@group(0) @binding(3) var<uniform> digitShift: u32;
@group(0) @binding(4) var<storage, read_write> keysFrom: array<Key>;
@group(0) @binding(5) var<storage, read_write> keysTo: array<Key>;
@group(0) @binding(6) var<storage, read_write> valuesTo: array<u32>;
@group(0) @binding(7) var<storage, read_write> valuesFrom: array<u32>;
@group(0) @binding(8) var<uniform> keyMap: array<vec4u, 4>;

// wgsl/sort/large/downsweep.gpu.wgsl
const DIGITS_PER_LANE = max(1u, DIGITS / WORKGROUP);
var<workgroup> digitBases: array<u32, DIGITS>;
var<workgroup> stays: u32;

fn findBases(tile: Tile, local: u32) {
  let first = min(local * DIGITS_PER_LANE, DIGITS);
  let end = min(first + DIGITS_PER_LANE, DIGITS);
  var sum = 0u;
  for (var digit = first; digit < end; digit++) {
    let total = counters[totalsRow(tile) + digit];
    digitBases[digit] = counters[tileRow(tile, tile.index) + digit] + sum;
    if (total == tile.segment.length) {
      stays = 1u;
    }
    sum += total;
  }
  let base = tile.segment.begin + blockScan(local, sum).before;
  for (var digit = first; digit < end; digit++) {
    digitBases[digit] += base;
    clearRun(digit);
  }
}

fn loadPart(tile: Tile, first: u32, local: u32) -> u32 {
  let count = min(tile.count - first, TILE_ITEMS);
  for (var i = local; i < count; i += WORKGROUP) {
    loadTileItem(tile.start + first + i, tile.segment.begin, bank(i));
  }
  return count;
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let tile = uniformTile(workgroupIndex(workgroup, grid), local);
  if (tile.count == 0u) {
    return;
  }

  var count = loadPart(tile, 0u, local);
  findBases(tile, local);
  if (EARLY_OUT) {
    if (workgroupUniformLoad(&stays) == 1u) {
      for (var i = tile.start + local; i < tile.start + tile.count; i += WORKGROUP) {
        copyTileItem(i, tile.segment.begin);
      }
      return;
    }
  }
  workgroupBarrier();
  for (var first = 0u;;) {
    scatter(local, count);
    first += TILE_ITEMS;
    if (TILE <= TILE_ITEMS || first >= tile.count) {
      break;
    }
    moveBases(local, count);
    count = loadPart(tile, first, local);
    workgroupBarrier();
  }
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

// wgsl/sort/large/counter_rows.gpu.wgsl
fn tileRow(tile: Tile, index: u32) -> u32 {

  return (tile.firstTile + tile.entry + index) * DIGITS;
}

fn totalsRow(tile: Tile) -> u32 {
  return tileRow(tile, tile.tiles);
}

// wgsl/sort/radix/rank_tile.gpu.wgsl
const TILE_ITEMS = WORKGROUP * ITEMS;
const LAST_DIGIT = (1u << LOCAL_BITS) - 1u;
const TILE_WORDS = TILE_ITEMS + TILE_ITEMS / 32u;

const COUNTER_ROWS = (1u << LOCAL_BITS) / 2u;

var<workgroup> tileKeys: array<Key, TILE_WORDS>;
var<workgroup> digitCounters: array<u32, COUNTER_WORDS>;
var<private> laneKeys: array<Key, ITEMS>;
var<private> laneRanks: array<u32, ITEMS>;

fn localDigit(slot: u32, count: u32, bits: Key, shift: u32) -> u32 {
  return select(LAST_DIGIT, bitsFrom(sortKey(bits), shift) & LAST_DIGIT, slot < count);
}

fn rankByBits(local: u32, count: u32, shift: u32) {
  for (var row = 0u; row < COUNTER_ROWS; row++) {
    digitCounters[counterAt(row, local)] = 0u;
  }
  for (var i = 0u; i < ITEMS; i++) {
    let slot = local * ITEMS + i;
    let bits = tileKeys[bank(slot)];
    let digit = localDigit(slot, count, bits, shift);
    let counter = counterAt(digit % COUNTER_ROWS, local);
    let half = (digit / COUNTER_ROWS) * 16u;
    laneKeys[i] = bits;
    laneRanks[i] = (digitCounters[counter] >> half) & 0xFFFFu;
    digitCounters[counter] += 1u << half;
  }
  takePayloads(local);
  scanCounters(local);
  for (var i = 0u; i < ITEMS; i++) {
    let slot = local * ITEMS + i;
    let digit = localDigit(slot, count, laneKeys[i], shift);
    let base = digitCounters[counterAt(digit % COUNTER_ROWS, local)] >> ((digit / COUNTER_ROWS) * 16u);
    laneRanks[i] += base & 0xFFFFu;
  }
}

fn sortTileByBits(local: u32, count: u32, shift: u32) {
  rankByBits(local, count, shift);
  for (var i = 0u; i < ITEMS; i++) {
    let slot = bank(laneRanks[i]);
    tileKeys[slot] = laneKeys[i];
    putPayload(slot, i);
  }
  workgroupBarrier();
}

fn scanCounters(local: u32) {
  workgroupBarrier();
  let first = local * COUNTER_ROWS;
  var sum = 0u;
  for (var i = 0u; i < COUNTER_ROWS; i++) {
    sum += digitCounters[scannedCounterAt(first, i)];
  }
  let scan = blockScan(local, sum);

  var before = scan.before + (scan.total << 16u);
  for (var i = 0u; i < COUNTER_ROWS; i++) {
    let value = digitCounters[scannedCounterAt(first, i)];
    digitCounters[scannedCounterAt(first, i)] = before;
    before += value;
  }
  workgroupBarrier();
}

// wgsl/partition/uniform_tile.wgsl
var<workgroup> sharedTile: Tile;

fn uniformTile(number: u32, local: u32) -> Tile {
  if (local == 0u && number < state[TILE_COUNT]) {
    sharedTile = tileAt(number);
  }
  return workgroupUniformLoad(&sharedTile);
}

// wgsl/plan/workgroup_index.wgsl
fn workgroupIndex(workgroup: vec3u, grid: vec3u) -> u32 {
  return workgroup.y * grid.x + workgroup.x;
}

// wgsl/sort/radix/digits.wgsl
fn digitAt(bits: Key, shift: u32) -> u32 {
  return bitsFrom(sortKey(bits), shift) & (DIGITS - 1u);
}

// wgsl/sort/large/scatter_coalesced.gpu.wgsl
fn clearRun(digit: u32) {
}

fn digitAtSlot(i: u32) -> u32 {
  return digitAt(tileKeys[bank(i)], digitShift);
}

fn scatter(local: u32, count: u32) {
  for (var shift = digitShift; shift < digitShift + DIGIT_BITS; shift += LOCAL_BITS) {
    sortTileByBits(local, count, shift);
  }

  for (var i = local; i < count; i += WORKGROUP) {
    let digit = digitAtSlot(i);
    if (i == 0u || digitAtSlot(max(i, 1u) - 1u) != digit) {
      digitBases[digit] -= i;
    }
  }
  workgroupBarrier();
  for (var i = local; i < count; i += WORKGROUP) {
    storeTileItem(bank(i), digitBases[digitAtSlot(i)] + i);
  }
}

fn moveBases(local: u32, count: u32) {
  workgroupBarrier();
  for (var i = local; i < count; i += WORKGROUP) {
    let digit = digitAtSlot(i);
    if (i + 1u == count || digitAtSlot(min(i + 1u, count - 1u)) != digit) {
      digitBases[digit] += i + 1u;
    }
  }
  workgroupBarrier();
}

// wgsl/sort/large/store_pair.gpu.wgsl
fn loadTileItem(i: u32, begin: u32, slot: u32) {
  tileKeys[slot] = keysFrom[i];
  tileValues[slot] = inputValue(i, begin);
}

fn storeTileItem(slot: u32, i: u32) {
  keysTo[i] = tileKeys[slot];
  valuesTo[i] = tileValues[slot];
}

fn storeRankedItem(item: u32, i: u32) {
  keysTo[i] = laneKeys[item];
  valuesTo[i] = laneValues[item];
}

fn copyTileItem(i: u32, begin: u32) {
  keysTo[i] = keysFrom[i];
  valuesTo[i] = inputValue(i, begin);
}

// wgsl/sort/access/values_moved.wgsl
fn inputValue(i: u32, begin: u32) -> u32 {
  return valuesFrom[i];
}

// wgsl/sort/radix/payload_value.gpu.wgsl
var<workgroup> tileValues: array<u32, TILE_WORDS>;
var<private> laneValues: array<u32, ITEMS>;

fn takePayloads(local: u32) {
  for (var i = 0u; i < ITEMS; i++) {
    laneValues[i] = tileValues[bank(local * ITEMS + i)];
  }
}

fn putPayload(slot: u32, item: u32) {
  tileValues[slot] = laneValues[item];
}

// wgsl/sort/radix/counters_gapped.gpu.wgsl
const COUNTER_WORDS = COUNTER_ROWS * WORKGROUP + COUNTER_ROWS * WORKGROUP / 32u;

fn counterAt(row: u32, local: u32) -> u32 {
  return bank(row * WORKGROUP + local);
}

fn scannedCounterAt(first: u32, i: u32) -> u32 {
  return bank(first + i);
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

fn bank(slot: u32) -> u32 {
  return slot + slot / 32u;
}

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
