// sort/medium 1024

// (prelude)
enable subgroups;
alias Key = u32;
const BIN_COUNTS = 8u;
const BIN_BASES = 28u;
const SEGMENT_SIZE = 48u;
const WORKGROUP = 128u;
const ITEMS = 8u;
const BIN = 8u;
const LOCAL_BITS = 4u;
const PAIRS = true;
const SUBGROUP_MIN = 32u;
const GROUP = 1u;
const PACKED_RANKS = false;
const PLAIN_KEYS = true;
const LOSSLESS_KEYS = true;
const GRID_SLOT = 5u;
@group(0) @binding(0) var<uniform> grids: array<vec4u, 17>;
@group(0) @binding(1) var<storage, read_write> state: array<u32>;
@group(0) @binding(2) var<storage, read_write> spans: array<vec2u>;
@group(0) @binding(3) var<storage, read_write> keysOut: array<Key>;
@group(0) @binding(4) var<storage, read_write> valuesOut: array<u32>;
@group(0) @binding(5) var<storage, read_write> keysIn: array<Key>;
@group(0) @binding(6) var<storage, read_write> valuesIn: array<u32>;
@group(0) @binding(7) var<uniform> keyMap: array<vec4u, 4>;

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

// wgsl/plan/uniform_bin_count.wgsl
var<workgroup> sharedBinCount: u32;

fn uniformBinCount(bin: u32, local: u32) -> u32 {
  if (local == 0u) {
    sharedBinCount = binCount(bin);
  }
  return workgroupUniformLoad(&sharedBinCount);
}

// wgsl/plan/state.wgsl
struct Segment {
  begin: u32,
  length: u32,
}

fn binCount(bin: u32) -> u32 {
  return state[BIN_COUNTS + bin];
}

// wgsl/plan/lists.wgsl
fn listedSegment(bin: u32, slot: u32) -> Segment {
  let size = state[SEGMENT_SIZE];
  let span = select(spans[state[BIN_BASES + bin] + slot], vec2u(slot * size, size), size != 0u);
  return Segment(span.x, span.y);
}

// wgsl/sort/radix/rank_tile.gpu.wgsl
const TILE_ITEMS = WORKGROUP * ITEMS;
const LAST_DIGIT = (1u << LOCAL_BITS) - 1u;
const TILE_WORDS = TILE_ITEMS + TILE_ITEMS / 32u * TILE_GAP;

var<workgroup> tileKeys: array<Key, TILE_WORDS>;
var<private> laneKeys: array<Key, ITEMS>;
var<private> laneValues: array<u32, ITEMS>;
var<private> laneRanks: array<u32, ITEMS>;

fn tileWord(slot: u32) -> u32 {
  return slot + slot / 32u * TILE_GAP;
}

fn itemSlot(local: u32, item: u32) -> u32 {
  return local % WORKGROUP / GROUP * (GROUP * ITEMS) + item * GROUP + local % GROUP;
}

fn localDigit(slot: u32, count: u32, bits: Key, shift: u32) -> u32 {
  return select(LAST_DIGIT, bitsFrom(sortKey(bits), shift) & LAST_DIGIT, slot < count);
}

fn rankByBits(local: u32, count: u32, shift: u32) {
  if (PAIRS) {
    for (var i = 0u; i < ITEMS; i++) {
      laneValues[i] = tileValue(tileWord(itemSlot(local, i)));
    }
  }
  openCounts(local);
  for (var i = 0u; i < ITEMS; i++) {
    let slot = local % WORKGROUP / GROUP * (GROUP * ITEMS) + i * GROUP + local % GROUP;
    let bits = tileKeys[slot + slot / 32u * TILE_GAP];
    let digit = localDigit(slot, count, bits, shift);
    let rank = countItem(local, digit);
    laneKeys[i] = bits;
    laneRanks[i] = select(rank, (rank << LOCAL_BITS) | digit, PACKED_RANKS);
  }
  scanCounts(local);
  for (var i = 0u; i < ITEMS; i++) {
    let kept = laneRanks[i];
    var digit = kept & LAST_DIGIT;
    if (!PACKED_RANKS) {
      digit = localDigit(itemSlot(local, i), count, laneKeys[i], shift);
    }
    laneRanks[i] = select(kept, kept >> LOCAL_BITS, PACKED_RANKS) + firstSlot(local, digit);
  }
  closeCounts();
}

fn sortTileByBits(local: u32, count: u32, shift: u32) {
  rankByBits(local, count, shift);
  for (var i = 0u; i < ITEMS; i++) {
    let slot = laneRanks[i];
    tileKeys[slot + slot / 32u * TILE_GAP] = laneKeys[i];
    if (PAIRS) {
      setTileValue(slot + slot / 32u * TILE_GAP, laneValues[i]);
    }
  }
  workgroupBarrier();
}

// wgsl/sort/medium/radix.gpu.wgsl
fn task(workgroup: u32, local: u32) {
  let slot = workgroup;
  if (slot >= uniformBinCount(BIN, local)) {
    return;
  }
  let segment = listedSegment(BIN, slot);
  for (var i = local; i < segment.length; i += WORKGROUP) {
    loadSegmentItem(segment.begin + i, segment.begin, tileWord(i));
  }
  workgroupBarrier();
  for (var shift = 0u; shift < sortKeyBits(); shift += LOCAL_BITS) {
    sortTileByBits(local, segment.length, shift);
  }
  for (var i = local; i < segment.length; i += WORKGROUP) {
    storeSegmentItem(tileWord(i), segment.begin + i);
  }
}

// wgsl/sort/medium/store_pair.gpu.wgsl
fn loadSegmentItem(i: u32, begin: u32, slot: u32) {
  tileKeys[slot] = inputKey(i);
  setTileValue(slot, inputValue(i, begin));
}

fn storeSegmentItem(slot: u32, i: u32) {
  keysOut[i] = tileKeys[slot];
  valuesOut[i] = tileValue(slot);
}

// wgsl/sort/radix/rank_by_counters.gpu.wgsl
const COUNTER_ROWS = (1u << LOCAL_BITS) / 2u;

const TILE_GAP = 1u;

var<workgroup> digitCounters: array<u32, max(COUNTER_WORDS, select(0u, TILE_WORDS, PAIRS))>;

fn tileValue(word: u32) -> u32 {
  return digitCounters[word];
}

fn setTileValue(word: u32, value: u32) {
  digitCounters[word] = value;
}

fn openCounts(local: u32) {
  if (PAIRS) {
    workgroupBarrier();
  }
  for (var row = 0u; row < COUNTER_ROWS; row++) {
    setCounter(row, local, 0u);
  }
}

fn countItem(local: u32, digit: u32) -> u32 {
  let half = (digit / COUNTER_ROWS) * 16u;
  let counts = counter(digit, local);
  setCounter(digit, local, counts + (1u << half));
  return (counts >> half) & 0xFFFFu;
}

fn firstSlot(local: u32, digit: u32) -> u32 {
  return (counter(digit, local) >> ((digit / COUNTER_ROWS) * 16u)) & 0xFFFFu;
}

fn closeCounts() {
  if (PAIRS) {
    workgroupBarrier();
  }
}

fn scanCounts(local: u32) {
  workgroupBarrier();
  var sum = 0u;
  for (var i = 0u; i < COUNTER_ROWS; i++) {
    sum += scannedCounter(local, i);
  }
  let scan = blockScan(local, sum);

  var before = scan.before + (scan.total << 16u);
  for (var i = 0u; i < COUNTER_ROWS; i++) {
    let value = scannedCounter(local, i);
    setScannedCounter(local, i, before);
    before += value;
  }
  workgroupBarrier();
}

// wgsl/sort/radix/counters_gapped.gpu.wgsl
const COUNTER_WORDS = COUNTER_ROWS * WORKGROUP + COUNTER_ROWS * WORKGROUP / 32u;

fn counter(row: u32, local: u32) -> u32 {
  let i = row % COUNTER_ROWS * WORKGROUP + local % WORKGROUP;
  return digitCounters[i + i / 32u];
}

fn setCounter(row: u32, local: u32, value: u32) {
  let i = row % COUNTER_ROWS * WORKGROUP + local % WORKGROUP;
  digitCounters[i + i / 32u] = value;
}

fn scannedCounter(local: u32, number: u32) -> u32 {
  let i = local % WORKGROUP * COUNTER_ROWS + number;
  return digitCounters[i + i / 32u];
}

fn setScannedCounter(local: u32, number: u32, value: u32) {
  let i = local % WORKGROUP * COUNTER_ROWS + number;
  digitCounters[i + i / 32u] = value;
}

// wgsl/scan/block_subgroups.gpu.wgsl
const SUM_SLOTS = (WORKGROUP + SUBGROUP_MIN - 1u) / SUBGROUP_MIN;

struct BlockScan {
  before: u32,
  total: u32,
}

var<workgroup> subgroupSums: array<u32, SUM_SLOTS>;

fn blockScan(local: u32, value: u32) -> BlockScan {
  let first = subgroupBroadcastFirst(local);
  let end = subgroupInclusiveAdd(value);
  if (local + 1u == first + subgroupAdd(1u)) {
    subgroupSums[local % WORKGROUP / SUBGROUP_MIN] = end;
  }
  workgroupBarrier();
  var before = end - value;
  var total = 0u;
  for (var i = 0u; i < SUM_SLOTS; i++) {
    let sum = subgroupSums[i];
    before += select(0u, sum, i < first / SUBGROUP_MIN);
    total += sum;
  }
  return BlockScan(before, total);
}

// wgsl/sort/access/keys_apart.wgsl
fn inputKey(i: u32) -> Key {
  return keysIn[i];
}

// wgsl/sort/access/values_apart.wgsl
fn inputValue(i: u32, begin: u32) -> u32 {
  return valuesIn[i];
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
