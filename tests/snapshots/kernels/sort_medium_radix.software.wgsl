// sort/medium

// (prelude)
alias Key = u32;
const BIN_COUNTS = 8u;
const BIN_BASES = 28u;
const SEGMENT_SIZE = 48u;
const WORKGROUP = 8u;
const FIRST_BIN = 5u;
const MEDIUM_BINS = 2u;
const CHECK_ORDER = false;
const DIGITS = 256u;
const EARLY_OUT = true;
const PLAIN_KEYS = true;
const LOSSLESS_KEYS = true;
@group(0) @binding(0) var<storage, read_write> state: array<u32>;
@group(0) @binding(1) var<storage, read_write> spans: array<vec2u>;
@group(0) @binding(2) var<uniform> digitShift: u32;
@group(0) @binding(3) var<storage, read_write> keysFrom: array<Key>;
@group(0) @binding(4) var<storage, read_write> keysTo: array<Key>;
@group(0) @binding(5) var<storage, read_write> valuesTo: array<u32>;
@group(0) @binding(6) var<storage, read_write> valuesFrom: array<u32>;
@group(0) @binding(7) var<uniform> keyMap: array<vec4u, 4>;

// wgsl/sort/medium/radix.software.wgsl
@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  var count = 0u;
  for (var bin = FIRST_BIN; bin < FIRST_BIN + MEDIUM_BINS; bin++) {
    count += binCount(bin);
  }
  let slot = workgroupIndex(workgroup, grid) * WORKGROUP + local;
  if (slot < count) {
    sortByDigit(listedSegment(FIRST_BIN, slot));
  }
}

fn sortByDigit(segment: Segment) {
  let end = segment.begin + segment.length;
  countDigits(segment.begin, end, end);
  var index = segment.begin;
  var whole = false;
  for (var digit = 0u; digit < DIGITS; digit++) {
    let count = digitWords[digit];
    whole = whole | (count == segment.length);
    digitWords[digit] = index;
    index += count;
  }
  if (EARLY_OUT && whole) {
    copyItems(segment.begin, end, segment.begin);
  } else {
    moveByDigit(segment.begin, end, segment.begin);
  }
}

// wgsl/plan/state.wgsl
struct Segment {
  begin: u32,
  length: u32,
}

fn binCount(bin: u32) -> u32 {
  return state[BIN_COUNTS + bin];
}

// wgsl/plan/workgroup_index.wgsl
fn workgroupIndex(workgroup: vec3u, grid: vec3u) -> u32 {
  return workgroup.y * grid.x + workgroup.x;
}

// wgsl/plan/lists.wgsl
fn listedSegment(bin: u32, slot: u32) -> Segment {
  let size = state[SEGMENT_SIZE];
  let span = select(spans[state[BIN_BASES + bin] + slot], vec2u(slot * size, size), size != 0u);
  return Segment(span.x, span.y);
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
