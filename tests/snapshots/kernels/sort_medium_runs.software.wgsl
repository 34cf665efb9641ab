// sort/runs

// (prelude)
enable subgroups;
alias Key = vec2u;
const BIN_COUNTS = 8u;
const BIN_BASES = 28u;
const SEGMENT_SIZE = 48u;
const WORKGROUP = 32u;
const RUN = 64u;
const RUN_FIRST = 0u;
const RUN_NEXT = 1u;
const RUN_BIN = 4u;
const FIRST_BIN = 4u;
const RUN_BINS = 8u;
const MERGE_SHIFT = 2u;
const LANES = 4u;
const PLAIN_KEYS = true;
const LOSSLESS_KEYS = true;
@group(0) @binding(0) var<uniform> remainingMerges: u32;
@group(0) @binding(1) var<storage, read_write> state: array<u32>;
@group(0) @binding(2) var<storage, read_write> spans: array<vec2u>;
@group(0) @binding(3) var<storage, read_write> keysOut: array<Key>;
@group(0) @binding(4) var<storage, read_write> keysIn: array<Key>;
@group(0) @binding(5) var<uniform> keyMap: array<vec4u, 4>;

// wgsl/sort/medium/runs/sort.wgsl
fn takesBin(k: u32) -> bool {
  return mergesOf(k) % 2u == remainingMerges;
}

fn tasksShift(k: u32) -> u32 {
  return k;
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let task = taskAt((workgroupIndex(workgroup, grid) * WORKGROUP + local) / LANES);
  let length = select(0u, task.segment.length, task.live);
  let first = min(task.index * RUN, length);
  isFinalPass = task.k == 0u;
  sortRun(task.segment.begin + first, min(length - first, RUN), local);
}

// wgsl/sort/medium/runs/tasks.wgsl
var<private> isFinalPass: bool;

struct Task {
  live: bool,
  k: u32,
  segment: Segment,
  index: u32,
}

fn mergesOf(k: u32) -> u32 {
  return (k + MERGE_SHIFT - 1u) / MERGE_SHIFT;
}

fn taskAt(number: u32) -> Task {
  var task: Task;
  var before = 0u;
  var slot = 0u;
  for (var k = RUN_FIRST; k < RUN_BINS; k++) {
    if (k > 0u && k < RUN_NEXT) {
      continue;
    }
    let bin = select(RUN_BIN + k, FIRST_BIN, k == 0u);
    let base = state[BIN_BASES + bin] - state[BIN_BASES + FIRST_BIN];
    let count = select(0u, binCount(bin) << tasksShift(k), takesBin(k));
    if (number - before < count) {
      task = Task(true, k, Segment(), number - before);
      slot = base;
    }
    before += count;
  }
  let shift = tasksShift(task.k);
  task.segment = listedSegment(FIRST_BIN, slot + (task.index >> shift));
  task.index &= (1u << shift) - 1u;
  return task;
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

// wgsl/plan/workgroup_index.wgsl
fn workgroupIndex(workgroup: vec3u, grid: vec3u) -> u32 {
  return workgroup.y * grid.x + workgroup.x;
}

// wgsl/sort/medium/runs/store_pass.wgsl
fn storedForm(key: Key) -> Key {
  return select(key, keyBits(key), isFinalPass);
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

// wgsl/sort/medium/runs/to_keys.wgsl
fn storeItem(begin: u32, length: u32, slot: u32, item: Item, i: u32) {
  if (slot < length) {
    keysOut[begin + slot] = storedForm(item);
  }
}

// wgsl/sort/access/keys_apart.wgsl
fn inputKey(i: u32) -> Key {
  return keysIn[i];
}

// wgsl/sort/small/exchange_subgroup.wgsl
fn publish(local: u32, index: u32, item: Item) {
}

fn meet() {
}

@diagnostic(off, subgroup_uniformity)
fn partner(local: u32, index: u32, item: Item, mask: u32) -> Item {
  return subgroupShuffleXor(item, mask);
}

// wgsl/sort/medium/runs/one_network.wgsl
fn sortRun(begin: u32, length: u32, local: u32) {
  sortRegisters(begin, length, local);
}

// (sortRegisters)
fn sortRegisters(begin: u32, length: u32, local: u32) {
  let lane = local % 4u;
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
  {
    let lower = (lane & ((1u + 1u) / 2u)) == 0u;
    publish(local, 0u, r0);
    publish(local, 1u, r1);
    publish(local, 2u, r2);
    publish(local, 3u, r3);
    publish(local, 4u, r4);
    publish(local, 5u, r5);
    publish(local, 6u, r6);
    publish(local, 7u, r7);
    publish(local, 8u, r8);
    publish(local, 9u, r9);
    publish(local, 10u, r10);
    publish(local, 11u, r11);
    publish(local, 12u, r12);
    publish(local, 13u, r13);
    publish(local, 14u, r14);
    publish(local, 15u, r15);
    meet();
    let p0 = partner(local, 15u, r15, 1u);
    let p15 = partner(local, 0u, r0, 1u);
    r0 = select(r0, p0, precedes(p0, r0) == lower);
    r15 = select(r15, p15, precedes(p15, r15) == lower);
    let p1 = partner(local, 14u, r14, 1u);
    let p14 = partner(local, 1u, r1, 1u);
    r1 = select(r1, p1, precedes(p1, r1) == lower);
    r14 = select(r14, p14, precedes(p14, r14) == lower);
    let p2 = partner(local, 13u, r13, 1u);
    let p13 = partner(local, 2u, r2, 1u);
    r2 = select(r2, p2, precedes(p2, r2) == lower);
    r13 = select(r13, p13, precedes(p13, r13) == lower);
    let p3 = partner(local, 12u, r12, 1u);
    let p12 = partner(local, 3u, r3, 1u);
    r3 = select(r3, p3, precedes(p3, r3) == lower);
    r12 = select(r12, p12, precedes(p12, r12) == lower);
    let p4 = partner(local, 11u, r11, 1u);
    let p11 = partner(local, 4u, r4, 1u);
    r4 = select(r4, p4, precedes(p4, r4) == lower);
    r11 = select(r11, p11, precedes(p11, r11) == lower);
    let p5 = partner(local, 10u, r10, 1u);
    let p10 = partner(local, 5u, r5, 1u);
    r5 = select(r5, p5, precedes(p5, r5) == lower);
    r10 = select(r10, p10, precedes(p10, r10) == lower);
    let p6 = partner(local, 9u, r9, 1u);
    let p9 = partner(local, 6u, r6, 1u);
    r6 = select(r6, p6, precedes(p6, r6) == lower);
    r9 = select(r9, p9, precedes(p9, r9) == lower);
    let p7 = partner(local, 8u, r8, 1u);
    let p8 = partner(local, 7u, r7, 1u);
    r7 = select(r7, p7, precedes(p7, r7) == lower);
    r8 = select(r8, p8, precedes(p8, r8) == lower);
    meet();
  }
  { let a = r0; let b = r8; let swap = precedes(b, a); r0 = select(a, b, swap); r8 = select(b, a, swap); }
  { let a = r1; let b = r9; let swap = precedes(b, a); r1 = select(a, b, swap); r9 = select(b, a, swap); }
  { let a = r2; let b = r10; let swap = precedes(b, a); r2 = select(a, b, swap); r10 = select(b, a, swap); }
  { let a = r3; let b = r11; let swap = precedes(b, a); r3 = select(a, b, swap); r11 = select(b, a, swap); }
  { let a = r4; let b = r12; let swap = precedes(b, a); r4 = select(a, b, swap); r12 = select(b, a, swap); }
  { let a = r5; let b = r13; let swap = precedes(b, a); r5 = select(a, b, swap); r13 = select(b, a, swap); }
  { let a = r6; let b = r14; let swap = precedes(b, a); r6 = select(a, b, swap); r14 = select(b, a, swap); }
  { let a = r7; let b = r15; let swap = precedes(b, a); r7 = select(a, b, swap); r15 = select(b, a, swap); }
  { let a = r0; let b = r4; let swap = precedes(b, a); r0 = select(a, b, swap); r4 = select(b, a, swap); }
  { let a = r1; let b = r5; let swap = precedes(b, a); r1 = select(a, b, swap); r5 = select(b, a, swap); }
  { let a = r2; let b = r6; let swap = precedes(b, a); r2 = select(a, b, swap); r6 = select(b, a, swap); }
  { let a = r3; let b = r7; let swap = precedes(b, a); r3 = select(a, b, swap); r7 = select(b, a, swap); }
  { let a = r0; let b = r2; let swap = precedes(b, a); r0 = select(a, b, swap); r2 = select(b, a, swap); }
  { let a = r1; let b = r3; let swap = precedes(b, a); r1 = select(a, b, swap); r3 = select(b, a, swap); }
  { let a = r0; let b = r1; let swap = precedes(b, a); r0 = select(a, b, swap); r1 = select(b, a, swap); }
  { let a = r2; let b = r3; let swap = precedes(b, a); r2 = select(a, b, swap); r3 = select(b, a, swap); }
  { let a = r4; let b = r6; let swap = precedes(b, a); r4 = select(a, b, swap); r6 = select(b, a, swap); }
  { let a = r5; let b = r7; let swap = precedes(b, a); r5 = select(a, b, swap); r7 = select(b, a, swap); }
  { let a = r4; let b = r5; let swap = precedes(b, a); r4 = select(a, b, swap); r5 = select(b, a, swap); }
  { let a = r6; let b = r7; let swap = precedes(b, a); r6 = select(a, b, swap); r7 = select(b, a, swap); }
  { let a = r8; let b = r12; let swap = precedes(b, a); r8 = select(a, b, swap); r12 = select(b, a, swap); }
  { let a = r9; let b = r13; let swap = precedes(b, a); r9 = select(a, b, swap); r13 = select(b, a, swap); }
  { let a = r10; let b = r14; let swap = precedes(b, a); r10 = select(a, b, swap); r14 = select(b, a, swap); }
  { let a = r11; let b = r15; let swap = precedes(b, a); r11 = select(a, b, swap); r15 = select(b, a, swap); }
  { let a = r8; let b = r10; let swap = precedes(b, a); r8 = select(a, b, swap); r10 = select(b, a, swap); }
  { let a = r9; let b = r11; let swap = precedes(b, a); r9 = select(a, b, swap); r11 = select(b, a, swap); }
  { let a = r8; let b = r9; let swap = precedes(b, a); r8 = select(a, b, swap); r9 = select(b, a, swap); }
  { let a = r10; let b = r11; let swap = precedes(b, a); r10 = select(a, b, swap); r11 = select(b, a, swap); }
  { let a = r12; let b = r14; let swap = precedes(b, a); r12 = select(a, b, swap); r14 = select(b, a, swap); }
  { let a = r13; let b = r15; let swap = precedes(b, a); r13 = select(a, b, swap); r15 = select(b, a, swap); }
  { let a = r12; let b = r13; let swap = precedes(b, a); r12 = select(a, b, swap); r13 = select(b, a, swap); }
  { let a = r14; let b = r15; let swap = precedes(b, a); r14 = select(a, b, swap); r15 = select(b, a, swap); }
  {
    let lower = (lane & ((3u + 1u) / 2u)) == 0u;
    publish(local, 0u, r0);
    publish(local, 1u, r1);
    publish(local, 2u, r2);
    publish(local, 3u, r3);
    publish(local, 4u, r4);
    publish(local, 5u, r5);
    publish(local, 6u, r6);
    publish(local, 7u, r7);
    publish(local, 8u, r8);
    publish(local, 9u, r9);
    publish(local, 10u, r10);
    publish(local, 11u, r11);
    publish(local, 12u, r12);
    publish(local, 13u, r13);
    publish(local, 14u, r14);
    publish(local, 15u, r15);
    meet();
    let p0 = partner(local, 15u, r15, 3u);
    let p15 = partner(local, 0u, r0, 3u);
    r0 = select(r0, p0, precedes(p0, r0) == lower);
    r15 = select(r15, p15, precedes(p15, r15) == lower);
    let p1 = partner(local, 14u, r14, 3u);
    let p14 = partner(local, 1u, r1, 3u);
    r1 = select(r1, p1, precedes(p1, r1) == lower);
    r14 = select(r14, p14, precedes(p14, r14) == lower);
    let p2 = partner(local, 13u, r13, 3u);
    let p13 = partner(local, 2u, r2, 3u);
    r2 = select(r2, p2, precedes(p2, r2) == lower);
    r13 = select(r13, p13, precedes(p13, r13) == lower);
    let p3 = partner(local, 12u, r12, 3u);
    let p12 = partner(local, 3u, r3, 3u);
    r3 = select(r3, p3, precedes(p3, r3) == lower);
    r12 = select(r12, p12, precedes(p12, r12) == lower);
    let p4 = partner(local, 11u, r11, 3u);
    let p11 = partner(local, 4u, r4, 3u);
    r4 = select(r4, p4, precedes(p4, r4) == lower);
    r11 = select(r11, p11, precedes(p11, r11) == lower);
    let p5 = partner(local, 10u, r10, 3u);
    let p10 = partner(local, 5u, r5, 3u);
    r5 = select(r5, p5, precedes(p5, r5) == lower);
    r10 = select(r10, p10, precedes(p10, r10) == lower);
    let p6 = partner(local, 9u, r9, 3u);
    let p9 = partner(local, 6u, r6, 3u);
    r6 = select(r6, p6, precedes(p6, r6) == lower);
    r9 = select(r9, p9, precedes(p9, r9) == lower);
    let p7 = partner(local, 8u, r8, 3u);
    let p8 = partner(local, 7u, r7, 3u);
    r7 = select(r7, p7, precedes(p7, r7) == lower);
    r8 = select(r8, p8, precedes(p8, r8) == lower);
    meet();
  }
  {
    let lower = (lane & 1u) == 0u;
    publish(local, 0u, r0);
    publish(local, 1u, r1);
    publish(local, 2u, r2);
    publish(local, 3u, r3);
    publish(local, 4u, r4);
    publish(local, 5u, r5);
    publish(local, 6u, r6);
    publish(local, 7u, r7);
    publish(local, 8u, r8);
    publish(local, 9u, r9);
    publish(local, 10u, r10);
    publish(local, 11u, r11);
    publish(local, 12u, r12);
    publish(local, 13u, r13);
    publish(local, 14u, r14);
    publish(local, 15u, r15);
    meet();
    let p0 = partner(local, 0u, r0, 1u);
    let p15 = partner(local, 15u, r15, 1u);
    r0 = select(r0, p0, precedes(p0, r0) == lower);
    r15 = select(r15, p15, precedes(p15, r15) == lower);
    let p1 = partner(local, 1u, r1, 1u);
    let p14 = partner(local, 14u, r14, 1u);
    r1 = select(r1, p1, precedes(p1, r1) == lower);
    r14 = select(r14, p14, precedes(p14, r14) == lower);
    let p2 = partner(local, 2u, r2, 1u);
    let p13 = partner(local, 13u, r13, 1u);
    r2 = select(r2, p2, precedes(p2, r2) == lower);
    r13 = select(r13, p13, precedes(p13, r13) == lower);
    let p3 = partner(local, 3u, r3, 1u);
    let p12 = partner(local, 12u, r12, 1u);
    r3 = select(r3, p3, precedes(p3, r3) == lower);
    r12 = select(r12, p12, precedes(p12, r12) == lower);
    let p4 = partner(local, 4u, r4, 1u);
    let p11 = partner(local, 11u, r11, 1u);
    r4 = select(r4, p4, precedes(p4, r4) == lower);
    r11 = select(r11, p11, precedes(p11, r11) == lower);
    let p5 = partner(local, 5u, r5, 1u);
    let p10 = partner(local, 10u, r10, 1u);
    r5 = select(r5, p5, precedes(p5, r5) == lower);
    r10 = select(r10, p10, precedes(p10, r10) == lower);
    let p6 = partner(local, 6u, r6, 1u);
    let p9 = partner(local, 9u, r9, 1u);
    r6 = select(r6, p6, precedes(p6, r6) == lower);
    r9 = select(r9, p9, precedes(p9, r9) == lower);
    let p7 = partner(local, 7u, r7, 1u);
    let p8 = partner(local, 8u, r8, 1u);
    r7 = select(r7, p7, precedes(p7, r7) == lower);
    r8 = select(r8, p8, precedes(p8, r8) == lower);
    meet();
  }
  { let a = r0; let b = r8; let swap = precedes(b, a); r0 = select(a, b, swap); r8 = select(b, a, swap); }
  { let a = r1; let b = r9; let swap = precedes(b, a); r1 = select(a, b, swap); r9 = select(b, a, swap); }
  { let a = r2; let b = r10; let swap = precedes(b, a); r2 = select(a, b, swap); r10 = select(b, a, swap); }
  { let a = r3; let b = r11; let swap = precedes(b, a); r3 = select(a, b, swap); r11 = select(b, a, swap); }
  { let a = r4; let b = r12; let swap = precedes(b, a); r4 = select(a, b, swap); r12 = select(b, a, swap); }
  { let a = r5; let b = r13; let swap = precedes(b, a); r5 = select(a, b, swap); r13 = select(b, a, swap); }
  { let a = r6; let b = r14; let swap = precedes(b, a); r6 = select(a, b, swap); r14 = select(b, a, swap); }
  { let a = r7; let b = r15; let swap = precedes(b, a); r7 = select(a, b, swap); r15 = select(b, a, swap); }
  { let a = r0; let b = r4; let swap = precedes(b, a); r0 = select(a, b, swap); r4 = select(b, a, swap); }
  { let a = r1; let b = r5; let swap = precedes(b, a); r1 = select(a, b, swap); r5 = select(b, a, swap); }
  { let a = r2; let b = r6; let swap = precedes(b, a); r2 = select(a, b, swap); r6 = select(b, a, swap); }
  { let a = r3; let b = r7; let swap = precedes(b, a); r3 = select(a, b, swap); r7 = select(b, a, swap); }
  { let a = r0; let b = r2; let swap = precedes(b, a); r0 = select(a, b, swap); r2 = select(b, a, swap); }
  { let a = r1; let b = r3; let swap = precedes(b, a); r1 = select(a, b, swap); r3 = select(b, a, swap); }
  { let a = r0; let b = r1; let swap = precedes(b, a); r0 = select(a, b, swap); r1 = select(b, a, swap); }
  { let a = r2; let b = r3; let swap = precedes(b, a); r2 = select(a, b, swap); r3 = select(b, a, swap); }
  { let a = r4; let b = r6; let swap = precedes(b, a); r4 = select(a, b, swap); r6 = select(b, a, swap); }
  { let a = r5; let b = r7; let swap = precedes(b, a); r5 = select(a, b, swap); r7 = select(b, a, swap); }
  { let a = r4; let b = r5; let swap = precedes(b, a); r4 = select(a, b, swap); r5 = select(b, a, swap); }
  { let a = r6; let b = r7; let swap = precedes(b, a); r6 = select(a, b, swap); r7 = select(b, a, swap); }
  { let a = r8; let b = r12; let swap = precedes(b, a); r8 = select(a, b, swap); r12 = select(b, a, swap); }
  { let a = r9; let b = r13; let swap = precedes(b, a); r9 = select(a, b, swap); r13 = select(b, a, swap); }
  { let a = r10; let b = r14; let swap = precedes(b, a); r10 = select(a, b, swap); r14 = select(b, a, swap); }
  { let a = r11; let b = r15; let swap = precedes(b, a); r11 = select(a, b, swap); r15 = select(b, a, swap); }
  { let a = r8; let b = r10; let swap = precedes(b, a); r8 = select(a, b, swap); r10 = select(b, a, swap); }
  { let a = r9; let b = r11; let swap = precedes(b, a); r9 = select(a, b, swap); r11 = select(b, a, swap); }
  { let a = r8; let b = r9; let swap = precedes(b, a); r8 = select(a, b, swap); r9 = select(b, a, swap); }
  { let a = r10; let b = r11; let swap = precedes(b, a); r10 = select(a, b, swap); r11 = select(b, a, swap); }
  { let a = r12; let b = r14; let swap = precedes(b, a); r12 = select(a, b, swap); r14 = select(b, a, swap); }
  { let a = r13; let b = r15; let swap = precedes(b, a); r13 = select(a, b, swap); r15 = select(b, a, swap); }
  { let a = r12; let b = r13; let swap = precedes(b, a); r12 = select(a, b, swap); r13 = select(b, a, swap); }
  { let a = r14; let b = r15; let swap = precedes(b, a); r14 = select(a, b, swap); r15 = select(b, a, swap); }
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
