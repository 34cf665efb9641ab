// group/boundaries/number

// (prelude)
alias InputWord = vec2u;
alias Bits = vec2u;
alias Key = vec2u;
alias Scanned = u32;
const ITEM_COUNT = 0u;
const PLAIN_KEYS = true;
const LOSSLESS_KEYS = true;
const WORKGROUP = 8u;
const PER_LANE = 4080u;
@group(0) @binding(0) var<uniform> groupBounds: vec4u;
@group(0) @binding(1) var<storage, read_write> state: array<u32>;
@group(0) @binding(2) var<storage, read_write> groupSums: array<u32>;
@group(0) @binding(3) var<storage, read_write> offsetsOut: array<u32>;
@group(0) @binding(4) var<storage, read_write> countOut: array<u32>;
@group(0) @binding(5) var<storage, read_write> input: array<InputWord>;
@group(0) @binding(6) var<storage, read_write> keysOut: array<Key>;
@group(0) @binding(7) var<uniform> keyMap: array<vec4u, 4>;

// wgsl/group/boundaries/number.wgsl
@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let block = blockIndex(workgroupIndex(workgroup, grid), local);
  let length = state[ITEM_COUNT];
  let maxGroups = groupBounds.x;
  let first = (block * BLOCK_LANES + blockLane(local)) * PER_LANE;
  let end = min(first + PER_LANE, length);
  var count = 0u;
  if (BLOCK_LANES > 1u) {
    for (var slot = first; slot < end; slot++) {
      count += select(0u, 1u, startsGroup(slot));
    }
  }
  var group = blockScan(local, count).before;
  if (first < length) {
    group += groupSums[block];
  }
  for (var slot = first; slot < end; slot++) {
    if (startsGroup(slot)) {
      if (group <= maxGroups) {
        offsetsOut[group] = slot;
      }
      if (group < maxGroups) {
        storeKey(group, rowAt(slot));
      }
      group++;
    }
  }

  if ((first < length && end == length) || (length == 0u && first == 0u)) {
    countOut[0] = group;
    if (group <= maxGroups) {
      offsetsOut[group] = length;
    }
  }
}

// wgsl/plan/workgroup_index.wgsl
fn workgroupIndex(workgroup: vec3u, grid: vec3u) -> u32 {
  return workgroup.y * grid.x + workgroup.x;
}

// wgsl/group/boundaries/starts.wgsl
fn startsGroup(slot: u32) -> bool {
  if (slot == 0u) {
    return true;
  }
  return !all(keyAt(slot) == keyAt(slot - 1u));
}

// wgsl/operators/element/word.wgsl
fn bitsAt(i: u32) -> Bits {
  return input[i];
}

// wgsl/group/boundaries/keys_words.wgsl
fn storeKey(group: u32, row: u32) {
  keysOut[group] = bitsAt(row);
}

// wgsl/group/keys/distinct.wgsl
fn groupKey(row: u32) -> Key {
  return sortKey(bitsAt(row));
}

// wgsl/sort/keys/two_words.wgsl
const MAX_KEY = vec2u(0xFFFFFFFFu);

struct KeyMap {
  flips: vec4u,
  ends: vec4u,
  range: vec4u,
  mask: vec4u,
}

fn keyMapNow() -> KeyMap {
  return KeyMap(keyMap[0], keyMap[1], keyMap[2], keyMap[3]);
}

fn sortKeyBy(by: KeyMap, bits: vec2u) -> vec2u {
  var key = bits;
  if (!PLAIN_KEYS) {
    if (!LOSSLESS_KEYS) {
      key = select(bits, vec2u(), all(bits == by.range.xy));
    }
    key = key ^ select(by.flips.xy, by.flips.zw, key.y >= 0x80000000u);
    let origin = by.ends.xy;
    let borrow = select(0u, 1u, key.x < origin.x);
    key = vec2u(key.x - origin.x, key.y - origin.y - borrow);
    if (!LOSSLESS_KEYS) {
      key = shiftRight(key, by.range.z) & by.mask.xy;
    }
  }
  return key ^ by.ends.zw;
}

fn sortKey(bits: vec2u) -> vec2u {
  return sortKeyBy(keyMapNow(), bits);
}

fn keyBits(key: vec2u) -> vec2u {
  var bits = key ^ keyMap[1].zw;
  if (!PLAIN_KEYS) {
    let low = bits.x + keyMap[1].x;
    let carry = select(0u, 1u, low < bits.x);
    bits = vec2u(low, bits.y + keyMap[1].y + carry);
    bits = bits ^ select(keyMap[0].zw, keyMap[0].xy, bits.y >= 0x80000000u);
  }
  return bits;
}

fn shiftRight(value: vec2u, shift: u32) -> vec2u {
  let words = select(value, vec2u(value.y, 0u), shift >= 32u);
  let bits = shift % 32u;
  let carried = select(words.y << (32u - bits), 0u, bits == 0u);
  return vec2u((words.x >> bits) | carried, words.y >> bits);
}

fn lessKey(a: vec2u, b: vec2u) -> bool {
  return a.y < b.y || (a.y == b.y && a.x < b.x);
}

fn bitsFrom(key: vec2u, shift: u32) -> u32 {
  return shiftRight(key, shift).x;
}

fn sortKeyBits() -> u32 {
  return keyMap[3].z;
}

// wgsl/group/order/given.wgsl
fn keyAt(slot: u32) -> Key {
  return groupKey(slot);
}

fn rowAt(slot: u32) -> u32 {
  return slot;
}

// wgsl/scan/block.software.wgsl
const BLOCK_LANES = 1u;

struct BlockScan {
  before: Scanned,
  total: Scanned,
}

fn blockIndex(workgroup: u32, local: u32) -> u32 {
  return workgroup * WORKGROUP + local;
}

fn blockLane(local: u32) -> u32 {
  return 0u;
}

fn blockScan(local: u32, value: Scanned) -> BlockScan {
  return BlockScan(scanIdentity(), value);
}

// wgsl/scan/add.wgsl
fn scanIdentity() -> Scanned {
  return Scanned();
}

fn scanCombine(a: Scanned, b: Scanned) -> Scanned {
  return a + b;
}
