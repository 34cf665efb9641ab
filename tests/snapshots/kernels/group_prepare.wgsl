// group/prepare

// (prelude)
alias InputWord = u32;
alias Bits = u32;
alias Key = u32;
const ITEM_COUNT = 0u;
const PLAIN_KEYS = false;
const LOSSLESS_KEYS = false;
const WORKGROUP = 256u;
const PER_LANE = 4u;
@group(0) @binding(0) var<storage, read_write> state: array<u32>;
@group(0) @binding(1) var<storage, read_write> groupKeys: array<Key>;
@group(0) @binding(2) var<storage, read_write> input: array<InputWord>;
@group(0) @binding(3) var<uniform> keyMap: array<vec4u, 4>;

// wgsl/sort/convert/each.wgsl
@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let items = state[ITEM_COUNT];
  let first = workgroupIndex(workgroup, grid) * (WORKGROUP * PER_LANE) + local;
  for (var k = 0u; k < PER_LANE; k++) {
    convert(first + k * WORKGROUP, items);
  }
}

// wgsl/plan/workgroup_index.wgsl
fn workgroupIndex(workgroup: vec3u, grid: vec3u) -> u32 {
  return workgroup.y * grid.x + workgroup.x;
}

// wgsl/group/prepare.wgsl
fn convert(row: u32, items: u32) {
  if (row < items) {
    groupKeys[row] = groupKey(row);
  }
}

// wgsl/operators/element/word.wgsl
fn bitsAt(i: u32) -> Bits {
  return input[i];
}

// wgsl/group/keys/distinct.wgsl
fn groupKey(row: u32) -> Key {
  return sortKey(bitsAt(row));
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
