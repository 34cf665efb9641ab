// sort/small 16

// (prelude)
alias Key = u32;
const BIN_COUNTS = 8u;
const BIN_BASES = 28u;
const SEGMENT_SIZE = 48u;
const WORKGROUP = 32u;
const LANES = 1u;
const BIN = 2u;
const PLAIN_KEYS = true;
const LOSSLESS_KEYS = true;
@group(0) @binding(0) var<storage, read_write> state: array<u32>;
@group(0) @binding(1) var<storage, read_write> spans: array<vec2u>;
@group(0) @binding(2) var<storage, read_write> keysIn: array<Key>;
@group(0) @binding(3) var<storage, read_write> valuesIn: array<u32>;
@group(0) @binding(4) var<storage, read_write> keysOut: array<Key>;
@group(0) @binding(5) var<storage, read_write> valuesOut: array<u32>;
@group(0) @binding(6) var<uniform> keyMap: array<vec4u, 4>;

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

// wgsl/sort/access/values_apart.wgsl
fn inputValue(i: u32, begin: u32) -> u32 {
  return valuesIn[i];
}

// wgsl/sort/small/item/tagged.wgsl
const NO_INDEX = 0xFFFFFFFFu;

fn precedes(a: Item, b: Item) -> bool {
  let keyA = comparedKey(a);
  let keyB = comparedKey(b);
  return lessKey(keyA, keyB) || (all(keyA == keyB) && itemIndexOf(a) < itemIndexOf(b));
}

// wgsl/sort/small/item/tagged_loaded.wgsl
fn loadItem(begin: u32, length: u32, slot: u32) -> Item {
  let i = begin + min(slot, max(length, 1u) - 1u);
  let item = makeItem(storedKey(inputKey(i)), i, loadValue(i, begin));
  return select(makeItem(MAX_KEY, NO_INDEX, 0u), item, slot < length);
}

// wgsl/sort/small/item/tagged_stored.wgsl
fn storeItem(begin: u32, length: u32, slot: u32, item: Item, i: u32) {
  if (slot < length) {
    keysOut[begin + slot] = restoredKey(item);
    storeValue(begin + slot, begin, item);
  }
}

// wgsl/sort/small/item/stored_sort_key.wgsl
fn storedKey(bits: Key) -> Key {
  return sortKey(bits);
}

fn comparedKey(item: Item) -> Key {
  return keyOf(item);
}

fn restoredKey(item: Item) -> Key {
  return keyBits(keyOf(item));
}

// wgsl/sort/small/item/words_word.wgsl
alias Item = vec2u;

fn makeItem(key: Key, index: u32, value: u32) -> Item {
  return vec2u(key, index);
}

fn keyOf(item: Item) -> Key {
  return item.x;
}

fn itemIndexOf(item: Item) -> u32 {
  return item.y;
}

// wgsl/sort/small/item/value_gathered.wgsl
fn loadValue(i: u32, begin: u32) -> u32 {
  return 0u;
}

fn storeValue(i: u32, begin: u32, item: Item) {
  valuesOut[i] = inputValue(itemIndexOf(item), begin);
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
  r0 = loadItem(begin, length, first + 0u);
  r1 = loadItem(begin, length, first + 1u);
  r2 = loadItem(begin, length, first + 2u);
  r3 = loadItem(begin, length, first + 3u);
  r4 = loadItem(begin, length, first + 4u);
  r5 = loadItem(begin, length, first + 5u);
  r6 = loadItem(begin, length, first + 6u);
  r7 = loadItem(begin, length, first + 7u);
  r8 = loadItem(begin, length, first + 8u);
  r9 = loadItem(begin, length, first + 9u);
  r10 = loadItem(begin, length, first + 10u);
  r11 = loadItem(begin, length, first + 11u);
  r12 = loadItem(begin, length, first + 12u);
  r13 = loadItem(begin, length, first + 13u);
  r14 = loadItem(begin, length, first + 14u);
  r15 = loadItem(begin, length, first + 15u);
  { let a = r0; let b = r1; let swap = precedes(b, a); r0 = select(a, b, swap); r1 = select(b, a, swap); }
  { let a = r2; let b = r3; let swap = precedes(b, a); r2 = select(a, b, swap); r3 = select(b, a, swap); }
  { let a = r4; let b = r5; let swap = precedes(b, a); r4 = select(a, b, swap); r5 = select(b, a, swap); }
  { let a = r6; let b = r7; let swap = precedes(b, a); r6 = select(a, b, swap); r7 = select(b, a, swap); }
  { let a = r8; let b = r9; let swap = precedes(b, a); r8 = select(a, b, swap); r9 = select(b, a, swap); }
  { let a = r10; let b = r11; let swap = precedes(b, a); r10 = select(a, b, swap); r11 = select(b, a, swap); }
  { let a = r12; let b = r13; let swap = precedes(b, a); r12 = select(a, b, swap); r13 = select(b, a, swap); }
  { let a = r14; let b = r15; let swap = precedes(b, a); r14 = select(a, b, swap); r15 = select(b, a, swap); }
  { let a = r0; let b = r2; let swap = precedes(b, a); r0 = select(a, b, swap); r2 = select(b, a, swap); }
  { let a = r1; let b = r3; let swap = precedes(b, a); r1 = select(a, b, swap); r3 = select(b, a, swap); }
  { let a = r4; let b = r6; let swap = precedes(b, a); r4 = select(a, b, swap); r6 = select(b, a, swap); }
  { let a = r5; let b = r7; let swap = precedes(b, a); r5 = select(a, b, swap); r7 = select(b, a, swap); }
  { let a = r8; let b = r10; let swap = precedes(b, a); r8 = select(a, b, swap); r10 = select(b, a, swap); }
  { let a = r9; let b = r11; let swap = precedes(b, a); r9 = select(a, b, swap); r11 = select(b, a, swap); }
  { let a = r12; let b = r14; let swap = precedes(b, a); r12 = select(a, b, swap); r14 = select(b, a, swap); }
  { let a = r13; let b = r15; let swap = precedes(b, a); r13 = select(a, b, swap); r15 = select(b, a, swap); }
  { let a = r1; let b = r2; let swap = precedes(b, a); r1 = select(a, b, swap); r2 = select(b, a, swap); }
  { let a = r5; let b = r6; let swap = precedes(b, a); r5 = select(a, b, swap); r6 = select(b, a, swap); }
  { let a = r9; let b = r10; let swap = precedes(b, a); r9 = select(a, b, swap); r10 = select(b, a, swap); }
  { let a = r13; let b = r14; let swap = precedes(b, a); r13 = select(a, b, swap); r14 = select(b, a, swap); }
  { let a = r0; let b = r4; let swap = precedes(b, a); r0 = select(a, b, swap); r4 = select(b, a, swap); }
  { let a = r1; let b = r5; let swap = precedes(b, a); r1 = select(a, b, swap); r5 = select(b, a, swap); }
  { let a = r2; let b = r6; let swap = precedes(b, a); r2 = select(a, b, swap); r6 = select(b, a, swap); }
  { let a = r3; let b = r7; let swap = precedes(b, a); r3 = select(a, b, swap); r7 = select(b, a, swap); }
  { let a = r8; let b = r12; let swap = precedes(b, a); r8 = select(a, b, swap); r12 = select(b, a, swap); }
  { let a = r9; let b = r13; let swap = precedes(b, a); r9 = select(a, b, swap); r13 = select(b, a, swap); }
  { let a = r10; let b = r14; let swap = precedes(b, a); r10 = select(a, b, swap); r14 = select(b, a, swap); }
  { let a = r11; let b = r15; let swap = precedes(b, a); r11 = select(a, b, swap); r15 = select(b, a, swap); }
  { let a = r2; let b = r4; let swap = precedes(b, a); r2 = select(a, b, swap); r4 = select(b, a, swap); }
  { let a = r3; let b = r5; let swap = precedes(b, a); r3 = select(a, b, swap); r5 = select(b, a, swap); }
  { let a = r10; let b = r12; let swap = precedes(b, a); r10 = select(a, b, swap); r12 = select(b, a, swap); }
  { let a = r11; let b = r13; let swap = precedes(b, a); r11 = select(a, b, swap); r13 = select(b, a, swap); }
  { let a = r1; let b = r2; let swap = precedes(b, a); r1 = select(a, b, swap); r2 = select(b, a, swap); }
  { let a = r3; let b = r4; let swap = precedes(b, a); r3 = select(a, b, swap); r4 = select(b, a, swap); }
  { let a = r5; let b = r6; let swap = precedes(b, a); r5 = select(a, b, swap); r6 = select(b, a, swap); }
  { let a = r9; let b = r10; let swap = precedes(b, a); r9 = select(a, b, swap); r10 = select(b, a, swap); }
  { let a = r11; let b = r12; let swap = precedes(b, a); r11 = select(a, b, swap); r12 = select(b, a, swap); }
  { let a = r13; let b = r14; let swap = precedes(b, a); r13 = select(a, b, swap); r14 = select(b, a, swap); }
  { let a = r0; let b = r8; let swap = precedes(b, a); r0 = select(a, b, swap); r8 = select(b, a, swap); }
  { let a = r1; let b = r9; let swap = precedes(b, a); r1 = select(a, b, swap); r9 = select(b, a, swap); }
  { let a = r2; let b = r10; let swap = precedes(b, a); r2 = select(a, b, swap); r10 = select(b, a, swap); }
  { let a = r3; let b = r11; let swap = precedes(b, a); r3 = select(a, b, swap); r11 = select(b, a, swap); }
  { let a = r4; let b = r12; let swap = precedes(b, a); r4 = select(a, b, swap); r12 = select(b, a, swap); }
  { let a = r5; let b = r13; let swap = precedes(b, a); r5 = select(a, b, swap); r13 = select(b, a, swap); }
  { let a = r6; let b = r14; let swap = precedes(b, a); r6 = select(a, b, swap); r14 = select(b, a, swap); }
  { let a = r7; let b = r15; let swap = precedes(b, a); r7 = select(a, b, swap); r15 = select(b, a, swap); }
  { let a = r4; let b = r8; let swap = precedes(b, a); r4 = select(a, b, swap); r8 = select(b, a, swap); }
  { let a = r5; let b = r9; let swap = precedes(b, a); r5 = select(a, b, swap); r9 = select(b, a, swap); }
  { let a = r6; let b = r10; let swap = precedes(b, a); r6 = select(a, b, swap); r10 = select(b, a, swap); }
  { let a = r7; let b = r11; let swap = precedes(b, a); r7 = select(a, b, swap); r11 = select(b, a, swap); }
  { let a = r2; let b = r4; let swap = precedes(b, a); r2 = select(a, b, swap); r4 = select(b, a, swap); }
  { let a = r3; let b = r5; let swap = precedes(b, a); r3 = select(a, b, swap); r5 = select(b, a, swap); }
  { let a = r6; let b = r8; let swap = precedes(b, a); r6 = select(a, b, swap); r8 = select(b, a, swap); }
  { let a = r7; let b = r9; let swap = precedes(b, a); r7 = select(a, b, swap); r9 = select(b, a, swap); }
  { let a = r10; let b = r12; let swap = precedes(b, a); r10 = select(a, b, swap); r12 = select(b, a, swap); }
  { let a = r11; let b = r13; let swap = precedes(b, a); r11 = select(a, b, swap); r13 = select(b, a, swap); }
  { let a = r1; let b = r2; let swap = precedes(b, a); r1 = select(a, b, swap); r2 = select(b, a, swap); }
  { let a = r3; let b = r4; let swap = precedes(b, a); r3 = select(a, b, swap); r4 = select(b, a, swap); }
  { let a = r5; let b = r6; let swap = precedes(b, a); r5 = select(a, b, swap); r6 = select(b, a, swap); }
  { let a = r7; let b = r8; let swap = precedes(b, a); r7 = select(a, b, swap); r8 = select(b, a, swap); }
  { let a = r9; let b = r10; let swap = precedes(b, a); r9 = select(a, b, swap); r10 = select(b, a, swap); }
  { let a = r11; let b = r12; let swap = precedes(b, a); r11 = select(a, b, swap); r12 = select(b, a, swap); }
  { let a = r13; let b = r14; let swap = precedes(b, a); r13 = select(a, b, swap); r14 = select(b, a, swap); }
  storeItem(begin, length, first + 0u, r0, 0u);
  storeItem(begin, length, first + 1u, r1, 1u);
  storeItem(begin, length, first + 2u, r2, 2u);
  storeItem(begin, length, first + 3u, r3, 3u);
  storeItem(begin, length, first + 4u, r4, 0u);
  storeItem(begin, length, first + 5u, r5, 1u);
  storeItem(begin, length, first + 6u, r6, 2u);
  storeItem(begin, length, first + 7u, r7, 3u);
  storeItem(begin, length, first + 8u, r8, 0u);
  storeItem(begin, length, first + 9u, r9, 1u);
  storeItem(begin, length, first + 10u, r10, 2u);
  storeItem(begin, length, first + 11u, r11, 3u);
  storeItem(begin, length, first + 12u, r12, 0u);
  storeItem(begin, length, first + 13u, r13, 1u);
  storeItem(begin, length, first + 14u, r14, 2u);
  storeItem(begin, length, first + 15u, r15, 3u);
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
