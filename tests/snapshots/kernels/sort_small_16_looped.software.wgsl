// sort/small 16

// (prelude)
alias Key = u32;
const BIN_COUNTS = 8u;
const BIN_BASES = 28u;
const SEGMENT_SIZE = 48u;
const WORKGROUP = 64u;
const LANES = 1u;
const BIN = 2u;
const PLAIN_KEYS = true;
const LOSSLESS_KEYS = true;
@group(0) @binding(0) var<storage, read_write> state: array<u32>;
@group(0) @binding(1) var<storage, read_write> spans: array<vec2u>;
@group(0) @binding(2) var<storage, read_write> keysIn: array<Key>;
@group(0) @binding(3) var<storage, read_write> keysOut: array<Key>;
@group(0) @binding(4) var<uniform> keyMap: array<vec4u, 4>;

// wgsl/plan/once.wgsl
@compute@workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id)a:vec3u,@builtin(num_workgroups)b:vec3u,
@builtin(local_invocation_id)c:vec3u){
task(workgroupIndex(a,b),c.x);
}

// wgsl/plan/workgroup_index.wgsl
fn workgroupIndex(a:vec3u,b:vec3u)->u32{
return a.y*b.x+a.x;
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

// wgsl/sort/small/kernel.wgsl
fn task(workgroup: u32, local: u32) {
  let slot = (workgroup * WORKGROUP + local) / LANES;
  let live = slot < binCount(BIN);
  let segment = listedSegment(BIN, select(0u, slot, live));
  sortRegisters(segment.begin, select(0u, segment.length, live), local);
}

// wgsl/sort/access/keys_apart.wgsl
fn inputKey(i: u32) -> Key {
  return keysIn[i];
}

// wgsl/sort/small/item/key.wgsl
alias Item = Key;
const PAD = MAX_KEY;

fn precedes(a: Item, b: Item) -> bool {
  return lessKey(a, b);
}

// wgsl/sort/small/item/key_loaded.wgsl
fn loadItem(begin: u32, length: u32, slot: u32) -> Item {

  let bits = inputKey(begin + min(slot, max(length, 1u) - 1u));
  return select(PAD, sortKey(bits), slot < length);
}

// wgsl/sort/small/item/key_stored.wgsl
fn storeItem(begin: u32, length: u32, slot: u32, item: Item, i: u32) {
  if (slot < length) {
    keysOut[begin + slot] = keyBits(item);
  }
}

// (sortRegisters)
fn sortRegisters(begin: u32, length: u32, local: u32) {
  let lane = local % 1u;
  let first = lane * 16u;
  var r0: Item;
  var r1: Item;
  var r2: Item;
  var r3: Item;
  var r4: Item;
  var r5: Item;
  var r6: Item;
  var r7: Item;
  var r8: Item;
  var r9: Item;
  var r10: Item;
  var r11: Item;
  var r12: Item;
  var r13: Item;
  var r14: Item;
  var r15: Item;
  for (var at = first; at < first + min(16u, 16u * arrayLength(&spans)); at += 4u) {
    r0 = r4;
    r1 = r5;
    r2 = r6;
    r3 = r7;
    r4 = r8;
    r5 = r9;
    r6 = r10;
    r7 = r11;
    r8 = r12;
    r9 = r13;
    r10 = r14;
    r11 = r15;
    r12 = loadItem(begin, length, at + 0u);
    r13 = loadItem(begin, length, at + 1u);
    r14 = loadItem(begin, length, at + 2u);
    r15 = loadItem(begin, length, at + 3u);
  }
  { let a = r0; r0 = min(a, r1); r1 = max(a, r1); }
  { let a = r2; r2 = min(a, r3); r3 = max(a, r3); }
  { let a = r4; r4 = min(a, r5); r5 = max(a, r5); }
  { let a = r6; r6 = min(a, r7); r7 = max(a, r7); }
  { let a = r8; r8 = min(a, r9); r9 = max(a, r9); }
  { let a = r10; r10 = min(a, r11); r11 = max(a, r11); }
  { let a = r12; r12 = min(a, r13); r13 = max(a, r13); }
  { let a = r14; r14 = min(a, r15); r15 = max(a, r15); }
  { let a = r0; r0 = min(a, r2); r2 = max(a, r2); }
  { let a = r1; r1 = min(a, r3); r3 = max(a, r3); }
  { let a = r4; r4 = min(a, r6); r6 = max(a, r6); }
  { let a = r5; r5 = min(a, r7); r7 = max(a, r7); }
  { let a = r8; r8 = min(a, r10); r10 = max(a, r10); }
  { let a = r9; r9 = min(a, r11); r11 = max(a, r11); }
  { let a = r12; r12 = min(a, r14); r14 = max(a, r14); }
  { let a = r13; r13 = min(a, r15); r15 = max(a, r15); }
  { let a = r1; r1 = min(a, r2); r2 = max(a, r2); }
  { let a = r5; r5 = min(a, r6); r6 = max(a, r6); }
  { let a = r9; r9 = min(a, r10); r10 = max(a, r10); }
  { let a = r13; r13 = min(a, r14); r14 = max(a, r14); }
  { let a = r0; r0 = min(a, r4); r4 = max(a, r4); }
  { let a = r1; r1 = min(a, r5); r5 = max(a, r5); }
  { let a = r2; r2 = min(a, r6); r6 = max(a, r6); }
  { let a = r3; r3 = min(a, r7); r7 = max(a, r7); }
  { let a = r8; r8 = min(a, r12); r12 = max(a, r12); }
  { let a = r9; r9 = min(a, r13); r13 = max(a, r13); }
  { let a = r10; r10 = min(a, r14); r14 = max(a, r14); }
  { let a = r11; r11 = min(a, r15); r15 = max(a, r15); }
  { let a = r2; r2 = min(a, r4); r4 = max(a, r4); }
  { let a = r3; r3 = min(a, r5); r5 = max(a, r5); }
  { let a = r10; r10 = min(a, r12); r12 = max(a, r12); }
  { let a = r11; r11 = min(a, r13); r13 = max(a, r13); }
  { let a = r1; r1 = min(a, r2); r2 = max(a, r2); }
  { let a = r3; r3 = min(a, r4); r4 = max(a, r4); }
  { let a = r5; r5 = min(a, r6); r6 = max(a, r6); }
  { let a = r9; r9 = min(a, r10); r10 = max(a, r10); }
  { let a = r11; r11 = min(a, r12); r12 = max(a, r12); }
  { let a = r13; r13 = min(a, r14); r14 = max(a, r14); }
  { let a = r0; r0 = min(a, r8); r8 = max(a, r8); }
  { let a = r1; r1 = min(a, r9); r9 = max(a, r9); }
  { let a = r2; r2 = min(a, r10); r10 = max(a, r10); }
  { let a = r3; r3 = min(a, r11); r11 = max(a, r11); }
  { let a = r4; r4 = min(a, r12); r12 = max(a, r12); }
  { let a = r5; r5 = min(a, r13); r13 = max(a, r13); }
  { let a = r6; r6 = min(a, r14); r14 = max(a, r14); }
  { let a = r7; r7 = min(a, r15); r15 = max(a, r15); }
  { let a = r4; r4 = min(a, r8); r8 = max(a, r8); }
  { let a = r5; r5 = min(a, r9); r9 = max(a, r9); }
  { let a = r6; r6 = min(a, r10); r10 = max(a, r10); }
  { let a = r7; r7 = min(a, r11); r11 = max(a, r11); }
  { let a = r2; r2 = min(a, r4); r4 = max(a, r4); }
  { let a = r3; r3 = min(a, r5); r5 = max(a, r5); }
  { let a = r6; r6 = min(a, r8); r8 = max(a, r8); }
  { let a = r7; r7 = min(a, r9); r9 = max(a, r9); }
  { let a = r10; r10 = min(a, r12); r12 = max(a, r12); }
  { let a = r11; r11 = min(a, r13); r13 = max(a, r13); }
  { let a = r1; r1 = min(a, r2); r2 = max(a, r2); }
  { let a = r3; r3 = min(a, r4); r4 = max(a, r4); }
  { let a = r5; r5 = min(a, r6); r6 = max(a, r6); }
  { let a = r7; r7 = min(a, r8); r8 = max(a, r8); }
  { let a = r9; r9 = min(a, r10); r10 = max(a, r10); }
  { let a = r11; r11 = min(a, r12); r12 = max(a, r12); }
  { let a = r13; r13 = min(a, r14); r14 = max(a, r14); }
  let end = max(length, 1u) - 1u;
  var last = r0;
  for (var at = first; at < first + min(16u, 16u * arrayLength(&spans)); at += 4u) {
    last = select(last, r0, at + 0u <= end);
    storeItem(begin, length, min(at + 0u, end), last, 0u);
    last = select(last, r1, at + 1u <= end);
    storeItem(begin, length, min(at + 1u, end), last, 0u);
    last = select(last, r2, at + 2u <= end);
    storeItem(begin, length, min(at + 2u, end), last, 0u);
    last = select(last, r3, at + 3u <= end);
    storeItem(begin, length, min(at + 3u, end), last, 0u);
    r0 = r4;
    r1 = r5;
    r2 = r6;
    r3 = r7;
    r4 = r8;
    r5 = r9;
    r6 = r10;
    r7 = r11;
    r8 = r12;
    r9 = r13;
    r10 = r14;
    r11 = r15;
  }
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
