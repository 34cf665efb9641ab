// select/quantile deliver

// (prelude)
alias Key = u32;
const ITEM_COUNT = 0u;
const SEGMENT_COUNT = 1u;
const BIN_COUNTS = 8u;
const SEGMENT_SIZE = 48u;
const PLAIN_KEYS = true;
const LOSSLESS_KEYS = true;
const WORKGROUP = 256u;
const QUANTILES = 1u;
const OMITS_NANS = false;
const ABSENT = array<u32, 2>(0u, 0u);
const WITH_LOW = true;
const WITH_HIGH = true;
const WITH_COUNTS = true;
const PER_WORD = 1u;
@group(0) @binding(0) var<storage, read_write> state: array<u32>;
@group(0) @binding(1) var<storage, read_write> found: array<Key>;
@group(0) @binding(2) var<storage, read_write> counts: array<u32>;
@group(0) @binding(3) var<storage, read_write> countsOut: array<u32>;
@group(0) @binding(4) var<storage, read_write> keysLow: array<Key>;
@group(0) @binding(5) var<storage, read_write> keysHigh: array<Key>;
@group(0) @binding(6) var<uniform> level: vec4u;
@group(0) @binding(7) var<storage, read_write> offsets: array<u32>;
@group(0) @binding(8) var<uniform> keyMap: array<vec4u, 4>;

// wgsl/select/quantile/deliver.wgsl
@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let slots = state[SEGMENT_COUNT] * QUANTILES;
  let first = (workgroupIndex(workgroup, grid) * WORKGROUP + invocation.x) * PER_WORD;
  if (first >= slots) {
    return;
  }
  for (var slot = first; slot < min(first + PER_WORD, slots); slot++) {
    let id = slot / QUANTILES;
    let length = segmentAt(id).length;
    let numbers = select(counts[id], 0u, length == 0u);
    let isAbsent = select(numbers < length || length == 0u, numbers == 0u, OMITS_NANS);
    setKeys(slot, foundBits(2u * slot, isAbsent), foundBits(2u * slot + 1u, isAbsent));
    if (WITH_COUNTS && slot % QUANTILES == 0u) {
      countsOut[id] = numbers;
    }
  }
}

fn foundBits(i: u32, isAbsent: bool) -> Key {
  return select(keyBits(found[i]), unpackedKey(vec2u(ABSENT[0], ABSENT[1])), isAbsent);
}

// wgsl/plan/workgroup_index.wgsl
fn workgroupIndex(workgroup: vec3u, grid: vec3u) -> u32 {
  return workgroup.y * grid.x + workgroup.x;
}

// wgsl/plan/state.wgsl
struct Segment {
  begin: u32,
  length: u32,
}

fn binCount(bin: u32) -> u32 {
  return state[BIN_COUNTS + bin];
}

// wgsl/select/quantile/set_words.wgsl
fn setKeys(slot: u32, low: Key, high: Key) {
  if (WITH_LOW) {
    keysLow[slot] = low;
  }
  if (WITH_HIGH) {
    keysHigh[slot] = high;
  }
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

// wgsl/partition/segments/offsets_or_size.wgsl
fn segmentAt(id: u32) -> Segment {
  let size = state[SEGMENT_SIZE];
  if (size != 0u) {
    return Segment(id * size, size);
  }
  let end = min(offsets[id + 1u], state[ITEM_COUNT]);
  let begin = min(offsets[id], end);
  return Segment(begin, end - begin);
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
