// sort/small 512

// (prelude)
enable subgroups;
alias Key = u32;
const BIN_COUNTS = 8u;
const BIN_BASES = 28u;
const SEGMENT_SIZE = 48u;
const WORKGROUP = 64u;
const LANES = 32u;
const BIN = 7u;
const PLAIN_KEYS = true;
const LOSSLESS_KEYS = true;
const GRID_SLOT = 4u;
@group(0) @binding(0) var<uniform> grids: array<vec4u, 17>;
@group(0) @binding(1) var<storage, read_write> state: array<u32>;
@group(0) @binding(2) var<storage, read_write> spans: array<vec2u>;
@group(0) @binding(3) var<storage, read_write> keysIn: array<Key>;
@group(0) @binding(4) var<storage, read_write> keysOut: array<Key>;
@group(0) @binding(5) var<uniform> keyMap: array<vec4u, 4>;

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

// wgsl/sort/small/exchange_quads.wgsl
fn publish(local: u32, index: u32, item: Item) {
}

fn meet() {
}

@diagnostic(off, subgroup_uniformity)
fn partner(local: u32, index: u32, item: Item, mask: u32) -> Item {
  if (mask == 1u) {
    return quadSwapX(item);
  }
  if (mask == 2u) {
    return quadSwapY(item);
  }
  if (mask == 3u) {
    return quadSwapDiagonal(item);
  }
  return subgroupShuffleXor(item, mask);
}

// (sortRegisters)
fn sortRegisters(begin: u32, length: u32, local: u32) {
  let lane = local % 32u;
  let first = lane % 2u * 16u + lane / 2u;
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
  r1 = loadItem(begin, length, first + 32u);
  r2 = loadItem(begin, length, first + 64u);
  r3 = loadItem(begin, length, first + 96u);
  r4 = loadItem(begin, length, first + 128u);
  r5 = loadItem(begin, length, first + 160u);
  r6 = loadItem(begin, length, first + 192u);
  r7 = loadItem(begin, length, first + 224u);
  r8 = loadItem(begin, length, first + 256u);
  r9 = loadItem(begin, length, first + 288u);
  r10 = loadItem(begin, length, first + 320u);
  r11 = loadItem(begin, length, first + 352u);
  r12 = loadItem(begin, length, first + 384u);
  r13 = loadItem(begin, length, first + 416u);
  r14 = loadItem(begin, length, first + 448u);
  r15 = loadItem(begin, length, first + 480u);
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
  { let a = r0; r0 = min(a, r8); r8 = max(a, r8); }
  { let a = r1; r1 = min(a, r9); r9 = max(a, r9); }
  { let a = r2; r2 = min(a, r10); r10 = max(a, r10); }
  { let a = r3; r3 = min(a, r11); r11 = max(a, r11); }
  { let a = r4; r4 = min(a, r12); r12 = max(a, r12); }
  { let a = r5; r5 = min(a, r13); r13 = max(a, r13); }
  { let a = r6; r6 = min(a, r14); r14 = max(a, r14); }
  { let a = r7; r7 = min(a, r15); r15 = max(a, r15); }
  { let a = r0; r0 = min(a, r4); r4 = max(a, r4); }
  { let a = r1; r1 = min(a, r5); r5 = max(a, r5); }
  { let a = r2; r2 = min(a, r6); r6 = max(a, r6); }
  { let a = r3; r3 = min(a, r7); r7 = max(a, r7); }
  { let a = r0; r0 = min(a, r2); r2 = max(a, r2); }
  { let a = r1; r1 = min(a, r3); r3 = max(a, r3); }
  { let a = r0; r0 = min(a, r1); r1 = max(a, r1); }
  { let a = r2; r2 = min(a, r3); r3 = max(a, r3); }
  { let a = r4; r4 = min(a, r6); r6 = max(a, r6); }
  { let a = r5; r5 = min(a, r7); r7 = max(a, r7); }
  { let a = r4; r4 = min(a, r5); r5 = max(a, r5); }
  { let a = r6; r6 = min(a, r7); r7 = max(a, r7); }
  { let a = r8; r8 = min(a, r12); r12 = max(a, r12); }
  { let a = r9; r9 = min(a, r13); r13 = max(a, r13); }
  { let a = r10; r10 = min(a, r14); r14 = max(a, r14); }
  { let a = r11; r11 = min(a, r15); r15 = max(a, r15); }
  { let a = r8; r8 = min(a, r10); r10 = max(a, r10); }
  { let a = r9; r9 = min(a, r11); r11 = max(a, r11); }
  { let a = r8; r8 = min(a, r9); r9 = max(a, r9); }
  { let a = r10; r10 = min(a, r11); r11 = max(a, r11); }
  { let a = r12; r12 = min(a, r14); r14 = max(a, r14); }
  { let a = r13; r13 = min(a, r15); r15 = max(a, r15); }
  { let a = r12; r12 = min(a, r13); r13 = max(a, r13); }
  { let a = r14; r14 = min(a, r15); r15 = max(a, r15); }
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
  { let a = r0; r0 = min(a, r8); r8 = max(a, r8); }
  { let a = r1; r1 = min(a, r9); r9 = max(a, r9); }
  { let a = r2; r2 = min(a, r10); r10 = max(a, r10); }
  { let a = r3; r3 = min(a, r11); r11 = max(a, r11); }
  { let a = r4; r4 = min(a, r12); r12 = max(a, r12); }
  { let a = r5; r5 = min(a, r13); r13 = max(a, r13); }
  { let a = r6; r6 = min(a, r14); r14 = max(a, r14); }
  { let a = r7; r7 = min(a, r15); r15 = max(a, r15); }
  { let a = r0; r0 = min(a, r4); r4 = max(a, r4); }
  { let a = r1; r1 = min(a, r5); r5 = max(a, r5); }
  { let a = r2; r2 = min(a, r6); r6 = max(a, r6); }
  { let a = r3; r3 = min(a, r7); r7 = max(a, r7); }
  { let a = r0; r0 = min(a, r2); r2 = max(a, r2); }
  { let a = r1; r1 = min(a, r3); r3 = max(a, r3); }
  { let a = r0; r0 = min(a, r1); r1 = max(a, r1); }
  { let a = r2; r2 = min(a, r3); r3 = max(a, r3); }
  { let a = r4; r4 = min(a, r6); r6 = max(a, r6); }
  { let a = r5; r5 = min(a, r7); r7 = max(a, r7); }
  { let a = r4; r4 = min(a, r5); r5 = max(a, r5); }
  { let a = r6; r6 = min(a, r7); r7 = max(a, r7); }
  { let a = r8; r8 = min(a, r12); r12 = max(a, r12); }
  { let a = r9; r9 = min(a, r13); r13 = max(a, r13); }
  { let a = r10; r10 = min(a, r14); r14 = max(a, r14); }
  { let a = r11; r11 = min(a, r15); r15 = max(a, r15); }
  { let a = r8; r8 = min(a, r10); r10 = max(a, r10); }
  { let a = r9; r9 = min(a, r11); r11 = max(a, r11); }
  { let a = r8; r8 = min(a, r9); r9 = max(a, r9); }
  { let a = r10; r10 = min(a, r11); r11 = max(a, r11); }
  { let a = r12; r12 = min(a, r14); r14 = max(a, r14); }
  { let a = r13; r13 = min(a, r15); r15 = max(a, r15); }
  { let a = r12; r12 = min(a, r13); r13 = max(a, r13); }
  { let a = r14; r14 = min(a, r15); r15 = max(a, r15); }
  {
    let lower = (lane & ((7u + 1u) / 2u)) == 0u;
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
    let p0 = partner(local, 15u, r15, 7u);
    let p15 = partner(local, 0u, r0, 7u);
    r0 = select(r0, p0, precedes(p0, r0) == lower);
    r15 = select(r15, p15, precedes(p15, r15) == lower);
    let p1 = partner(local, 14u, r14, 7u);
    let p14 = partner(local, 1u, r1, 7u);
    r1 = select(r1, p1, precedes(p1, r1) == lower);
    r14 = select(r14, p14, precedes(p14, r14) == lower);
    let p2 = partner(local, 13u, r13, 7u);
    let p13 = partner(local, 2u, r2, 7u);
    r2 = select(r2, p2, precedes(p2, r2) == lower);
    r13 = select(r13, p13, precedes(p13, r13) == lower);
    let p3 = partner(local, 12u, r12, 7u);
    let p12 = partner(local, 3u, r3, 7u);
    r3 = select(r3, p3, precedes(p3, r3) == lower);
    r12 = select(r12, p12, precedes(p12, r12) == lower);
    let p4 = partner(local, 11u, r11, 7u);
    let p11 = partner(local, 4u, r4, 7u);
    r4 = select(r4, p4, precedes(p4, r4) == lower);
    r11 = select(r11, p11, precedes(p11, r11) == lower);
    let p5 = partner(local, 10u, r10, 7u);
    let p10 = partner(local, 5u, r5, 7u);
    r5 = select(r5, p5, precedes(p5, r5) == lower);
    r10 = select(r10, p10, precedes(p10, r10) == lower);
    let p6 = partner(local, 9u, r9, 7u);
    let p9 = partner(local, 6u, r6, 7u);
    r6 = select(r6, p6, precedes(p6, r6) == lower);
    r9 = select(r9, p9, precedes(p9, r9) == lower);
    let p7 = partner(local, 8u, r8, 7u);
    let p8 = partner(local, 7u, r7, 7u);
    r7 = select(r7, p7, precedes(p7, r7) == lower);
    r8 = select(r8, p8, precedes(p8, r8) == lower);
    meet();
  }
  {
    let lower = (lane & 2u) == 0u;
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
    let p0 = partner(local, 0u, r0, 2u);
    let p15 = partner(local, 15u, r15, 2u);
    r0 = select(r0, p0, precedes(p0, r0) == lower);
    r15 = select(r15, p15, precedes(p15, r15) == lower);
    let p1 = partner(local, 1u, r1, 2u);
    let p14 = partner(local, 14u, r14, 2u);
    r1 = select(r1, p1, precedes(p1, r1) == lower);
    r14 = select(r14, p14, precedes(p14, r14) == lower);
    let p2 = partner(local, 2u, r2, 2u);
    let p13 = partner(local, 13u, r13, 2u);
    r2 = select(r2, p2, precedes(p2, r2) == lower);
    r13 = select(r13, p13, precedes(p13, r13) == lower);
    let p3 = partner(local, 3u, r3, 2u);
    let p12 = partner(local, 12u, r12, 2u);
    r3 = select(r3, p3, precedes(p3, r3) == lower);
    r12 = select(r12, p12, precedes(p12, r12) == lower);
    let p4 = partner(local, 4u, r4, 2u);
    let p11 = partner(local, 11u, r11, 2u);
    r4 = select(r4, p4, precedes(p4, r4) == lower);
    r11 = select(r11, p11, precedes(p11, r11) == lower);
    let p5 = partner(local, 5u, r5, 2u);
    let p10 = partner(local, 10u, r10, 2u);
    r5 = select(r5, p5, precedes(p5, r5) == lower);
    r10 = select(r10, p10, precedes(p10, r10) == lower);
    let p6 = partner(local, 6u, r6, 2u);
    let p9 = partner(local, 9u, r9, 2u);
    r6 = select(r6, p6, precedes(p6, r6) == lower);
    r9 = select(r9, p9, precedes(p9, r9) == lower);
    let p7 = partner(local, 7u, r7, 2u);
    let p8 = partner(local, 8u, r8, 2u);
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
  { let a = r0; r0 = min(a, r8); r8 = max(a, r8); }
  { let a = r1; r1 = min(a, r9); r9 = max(a, r9); }
  { let a = r2; r2 = min(a, r10); r10 = max(a, r10); }
  { let a = r3; r3 = min(a, r11); r11 = max(a, r11); }
  { let a = r4; r4 = min(a, r12); r12 = max(a, r12); }
  { let a = r5; r5 = min(a, r13); r13 = max(a, r13); }
  { let a = r6; r6 = min(a, r14); r14 = max(a, r14); }
  { let a = r7; r7 = min(a, r15); r15 = max(a, r15); }
  { let a = r0; r0 = min(a, r4); r4 = max(a, r4); }
  { let a = r1; r1 = min(a, r5); r5 = max(a, r5); }
  { let a = r2; r2 = min(a, r6); r6 = max(a, r6); }
  { let a = r3; r3 = min(a, r7); r7 = max(a, r7); }
  { let a = r0; r0 = min(a, r2); r2 = max(a, r2); }
  { let a = r1; r1 = min(a, r3); r3 = max(a, r3); }
  { let a = r0; r0 = min(a, r1); r1 = max(a, r1); }
  { let a = r2; r2 = min(a, r3); r3 = max(a, r3); }
  { let a = r4; r4 = min(a, r6); r6 = max(a, r6); }
  { let a = r5; r5 = min(a, r7); r7 = max(a, r7); }
  { let a = r4; r4 = min(a, r5); r5 = max(a, r5); }
  { let a = r6; r6 = min(a, r7); r7 = max(a, r7); }
  { let a = r8; r8 = min(a, r12); r12 = max(a, r12); }
  { let a = r9; r9 = min(a, r13); r13 = max(a, r13); }
  { let a = r10; r10 = min(a, r14); r14 = max(a, r14); }
  { let a = r11; r11 = min(a, r15); r15 = max(a, r15); }
  { let a = r8; r8 = min(a, r10); r10 = max(a, r10); }
  { let a = r9; r9 = min(a, r11); r11 = max(a, r11); }
  { let a = r8; r8 = min(a, r9); r9 = max(a, r9); }
  { let a = r10; r10 = min(a, r11); r11 = max(a, r11); }
  { let a = r12; r12 = min(a, r14); r14 = max(a, r14); }
  { let a = r13; r13 = min(a, r15); r15 = max(a, r15); }
  { let a = r12; r12 = min(a, r13); r13 = max(a, r13); }
  { let a = r14; r14 = min(a, r15); r15 = max(a, r15); }
  {
    let lower = (lane & ((15u + 1u) / 2u)) == 0u;
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
    let p0 = partner(local, 15u, r15, 15u);
    let p15 = partner(local, 0u, r0, 15u);
    r0 = select(r0, p0, precedes(p0, r0) == lower);
    r15 = select(r15, p15, precedes(p15, r15) == lower);
    let p1 = partner(local, 14u, r14, 15u);
    let p14 = partner(local, 1u, r1, 15u);
    r1 = select(r1, p1, precedes(p1, r1) == lower);
    r14 = select(r14, p14, precedes(p14, r14) == lower);
    let p2 = partner(local, 13u, r13, 15u);
    let p13 = partner(local, 2u, r2, 15u);
    r2 = select(r2, p2, precedes(p2, r2) == lower);
    r13 = select(r13, p13, precedes(p13, r13) == lower);
    let p3 = partner(local, 12u, r12, 15u);
    let p12 = partner(local, 3u, r3, 15u);
    r3 = select(r3, p3, precedes(p3, r3) == lower);
    r12 = select(r12, p12, precedes(p12, r12) == lower);
    let p4 = partner(local, 11u, r11, 15u);
    let p11 = partner(local, 4u, r4, 15u);
    r4 = select(r4, p4, precedes(p4, r4) == lower);
    r11 = select(r11, p11, precedes(p11, r11) == lower);
    let p5 = partner(local, 10u, r10, 15u);
    let p10 = partner(local, 5u, r5, 15u);
    r5 = select(r5, p5, precedes(p5, r5) == lower);
    r10 = select(r10, p10, precedes(p10, r10) == lower);
    let p6 = partner(local, 9u, r9, 15u);
    let p9 = partner(local, 6u, r6, 15u);
    r6 = select(r6, p6, precedes(p6, r6) == lower);
    r9 = select(r9, p9, precedes(p9, r9) == lower);
    let p7 = partner(local, 8u, r8, 15u);
    let p8 = partner(local, 7u, r7, 15u);
    r7 = select(r7, p7, precedes(p7, r7) == lower);
    r8 = select(r8, p8, precedes(p8, r8) == lower);
    meet();
  }
  {
    let lower = (lane & 4u) == 0u;
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
    let p0 = partner(local, 0u, r0, 4u);
    let p15 = partner(local, 15u, r15, 4u);
    r0 = select(r0, p0, precedes(p0, r0) == lower);
    r15 = select(r15, p15, precedes(p15, r15) == lower);
    let p1 = partner(local, 1u, r1, 4u);
    let p14 = partner(local, 14u, r14, 4u);
    r1 = select(r1, p1, precedes(p1, r1) == lower);
    r14 = select(r14, p14, precedes(p14, r14) == lower);
    let p2 = partner(local, 2u, r2, 4u);
    let p13 = partner(local, 13u, r13, 4u);
    r2 = select(r2, p2, precedes(p2, r2) == lower);
    r13 = select(r13, p13, precedes(p13, r13) == lower);
    let p3 = partner(local, 3u, r3, 4u);
    let p12 = partner(local, 12u, r12, 4u);
    r3 = select(r3, p3, precedes(p3, r3) == lower);
    r12 = select(r12, p12, precedes(p12, r12) == lower);
    let p4 = partner(local, 4u, r4, 4u);
    let p11 = partner(local, 11u, r11, 4u);
    r4 = select(r4, p4, precedes(p4, r4) == lower);
    r11 = select(r11, p11, precedes(p11, r11) == lower);
    let p5 = partner(local, 5u, r5, 4u);
    let p10 = partner(local, 10u, r10, 4u);
    r5 = select(r5, p5, precedes(p5, r5) == lower);
    r10 = select(r10, p10, precedes(p10, r10) == lower);
    let p6 = partner(local, 6u, r6, 4u);
    let p9 = partner(local, 9u, r9, 4u);
    r6 = select(r6, p6, precedes(p6, r6) == lower);
    r9 = select(r9, p9, precedes(p9, r9) == lower);
    let p7 = partner(local, 7u, r7, 4u);
    let p8 = partner(local, 8u, r8, 4u);
    r7 = select(r7, p7, precedes(p7, r7) == lower);
    r8 = select(r8, p8, precedes(p8, r8) == lower);
    meet();
  }
  {
    let lower = (lane & 2u) == 0u;
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
    let p0 = partner(local, 0u, r0, 2u);
    let p15 = partner(local, 15u, r15, 2u);
    r0 = select(r0, p0, precedes(p0, r0) == lower);
    r15 = select(r15, p15, precedes(p15, r15) == lower);
    let p1 = partner(local, 1u, r1, 2u);
    let p14 = partner(local, 14u, r14, 2u);
    r1 = select(r1, p1, precedes(p1, r1) == lower);
    r14 = select(r14, p14, precedes(p14, r14) == lower);
    let p2 = partner(local, 2u, r2, 2u);
    let p13 = partner(local, 13u, r13, 2u);
    r2 = select(r2, p2, precedes(p2, r2) == lower);
    r13 = select(r13, p13, precedes(p13, r13) == lower);
    let p3 = partner(local, 3u, r3, 2u);
    let p12 = partner(local, 12u, r12, 2u);
    r3 = select(r3, p3, precedes(p3, r3) == lower);
    r12 = select(r12, p12, precedes(p12, r12) == lower);
    let p4 = partner(local, 4u, r4, 2u);
    let p11 = partner(local, 11u, r11, 2u);
    r4 = select(r4, p4, precedes(p4, r4) == lower);
    r11 = select(r11, p11, precedes(p11, r11) == lower);
    let p5 = partner(local, 5u, r5, 2u);
    let p10 = partner(local, 10u, r10, 2u);
    r5 = select(r5, p5, precedes(p5, r5) == lower);
    r10 = select(r10, p10, precedes(p10, r10) == lower);
    let p6 = partner(local, 6u, r6, 2u);
    let p9 = partner(local, 9u, r9, 2u);
    r6 = select(r6, p6, precedes(p6, r6) == lower);
    r9 = select(r9, p9, precedes(p9, r9) == lower);
    let p7 = partner(local, 7u, r7, 2u);
    let p8 = partner(local, 8u, r8, 2u);
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
  { let a = r0; r0 = min(a, r8); r8 = max(a, r8); }
  { let a = r1; r1 = min(a, r9); r9 = max(a, r9); }
  { let a = r2; r2 = min(a, r10); r10 = max(a, r10); }
  { let a = r3; r3 = min(a, r11); r11 = max(a, r11); }
  { let a = r4; r4 = min(a, r12); r12 = max(a, r12); }
  { let a = r5; r5 = min(a, r13); r13 = max(a, r13); }
  { let a = r6; r6 = min(a, r14); r14 = max(a, r14); }
  { let a = r7; r7 = min(a, r15); r15 = max(a, r15); }
  { let a = r0; r0 = min(a, r4); r4 = max(a, r4); }
  { let a = r1; r1 = min(a, r5); r5 = max(a, r5); }
  { let a = r2; r2 = min(a, r6); r6 = max(a, r6); }
  { let a = r3; r3 = min(a, r7); r7 = max(a, r7); }
  { let a = r0; r0 = min(a, r2); r2 = max(a, r2); }
  { let a = r1; r1 = min(a, r3); r3 = max(a, r3); }
  { let a = r0; r0 = min(a, r1); r1 = max(a, r1); }
  { let a = r2; r2 = min(a, r3); r3 = max(a, r3); }
  { let a = r4; r4 = min(a, r6); r6 = max(a, r6); }
  { let a = r5; r5 = min(a, r7); r7 = max(a, r7); }
  { let a = r4; r4 = min(a, r5); r5 = max(a, r5); }
  { let a = r6; r6 = min(a, r7); r7 = max(a, r7); }
  { let a = r8; r8 = min(a, r12); r12 = max(a, r12); }
  { let a = r9; r9 = min(a, r13); r13 = max(a, r13); }
  { let a = r10; r10 = min(a, r14); r14 = max(a, r14); }
  { let a = r11; r11 = min(a, r15); r15 = max(a, r15); }
  { let a = r8; r8 = min(a, r10); r10 = max(a, r10); }
  { let a = r9; r9 = min(a, r11); r11 = max(a, r11); }
  { let a = r8; r8 = min(a, r9); r9 = max(a, r9); }
  { let a = r10; r10 = min(a, r11); r11 = max(a, r11); }
  { let a = r12; r12 = min(a, r14); r14 = max(a, r14); }
  { let a = r13; r13 = min(a, r15); r15 = max(a, r15); }
  { let a = r12; r12 = min(a, r13); r13 = max(a, r13); }
  { let a = r14; r14 = min(a, r15); r15 = max(a, r15); }
  {
    let lower = (lane & ((31u + 1u) / 2u)) == 0u;
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
    let p0 = partner(local, 15u, r15, 31u);
    let p15 = partner(local, 0u, r0, 31u);
    r0 = select(r0, p0, precedes(p0, r0) == lower);
    r15 = select(r15, p15, precedes(p15, r15) == lower);
    let p1 = partner(local, 14u, r14, 31u);
    let p14 = partner(local, 1u, r1, 31u);
    r1 = select(r1, p1, precedes(p1, r1) == lower);
    r14 = select(r14, p14, precedes(p14, r14) == lower);
    let p2 = partner(local, 13u, r13, 31u);
    let p13 = partner(local, 2u, r2, 31u);
    r2 = select(r2, p2, precedes(p2, r2) == lower);
    r13 = select(r13, p13, precedes(p13, r13) == lower);
    let p3 = partner(local, 12u, r12, 31u);
    let p12 = partner(local, 3u, r3, 31u);
    r3 = select(r3, p3, precedes(p3, r3) == lower);
    r12 = select(r12, p12, precedes(p12, r12) == lower);
    let p4 = partner(local, 11u, r11, 31u);
    let p11 = partner(local, 4u, r4, 31u);
    r4 = select(r4, p4, precedes(p4, r4) == lower);
    r11 = select(r11, p11, precedes(p11, r11) == lower);
    let p5 = partner(local, 10u, r10, 31u);
    let p10 = partner(local, 5u, r5, 31u);
    r5 = select(r5, p5, precedes(p5, r5) == lower);
    r10 = select(r10, p10, precedes(p10, r10) == lower);
    let p6 = partner(local, 9u, r9, 31u);
    let p9 = partner(local, 6u, r6, 31u);
    r6 = select(r6, p6, precedes(p6, r6) == lower);
    r9 = select(r9, p9, precedes(p9, r9) == lower);
    let p7 = partner(local, 8u, r8, 31u);
    let p8 = partner(local, 7u, r7, 31u);
    r7 = select(r7, p7, precedes(p7, r7) == lower);
    r8 = select(r8, p8, precedes(p8, r8) == lower);
    meet();
  }
  {
    let lower = (lane & 8u) == 0u;
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
    let p0 = partner(local, 0u, r0, 8u);
    let p15 = partner(local, 15u, r15, 8u);
    r0 = select(r0, p0, precedes(p0, r0) == lower);
    r15 = select(r15, p15, precedes(p15, r15) == lower);
    let p1 = partner(local, 1u, r1, 8u);
    let p14 = partner(local, 14u, r14, 8u);
    r1 = select(r1, p1, precedes(p1, r1) == lower);
    r14 = select(r14, p14, precedes(p14, r14) == lower);
    let p2 = partner(local, 2u, r2, 8u);
    let p13 = partner(local, 13u, r13, 8u);
    r2 = select(r2, p2, precedes(p2, r2) == lower);
    r13 = select(r13, p13, precedes(p13, r13) == lower);
    let p3 = partner(local, 3u, r3, 8u);
    let p12 = partner(local, 12u, r12, 8u);
    r3 = select(r3, p3, precedes(p3, r3) == lower);
    r12 = select(r12, p12, precedes(p12, r12) == lower);
    let p4 = partner(local, 4u, r4, 8u);
    let p11 = partner(local, 11u, r11, 8u);
    r4 = select(r4, p4, precedes(p4, r4) == lower);
    r11 = select(r11, p11, precedes(p11, r11) == lower);
    let p5 = partner(local, 5u, r5, 8u);
    let p10 = partner(local, 10u, r10, 8u);
    r5 = select(r5, p5, precedes(p5, r5) == lower);
    r10 = select(r10, p10, precedes(p10, r10) == lower);
    let p6 = partner(local, 6u, r6, 8u);
    let p9 = partner(local, 9u, r9, 8u);
    r6 = select(r6, p6, precedes(p6, r6) == lower);
    r9 = select(r9, p9, precedes(p9, r9) == lower);
    let p7 = partner(local, 7u, r7, 8u);
    let p8 = partner(local, 8u, r8, 8u);
    r7 = select(r7, p7, precedes(p7, r7) == lower);
    r8 = select(r8, p8, precedes(p8, r8) == lower);
    meet();
  }
  {
    let lower = (lane & 4u) == 0u;
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
    let p0 = partner(local, 0u, r0, 4u);
    let p15 = partner(local, 15u, r15, 4u);
    r0 = select(r0, p0, precedes(p0, r0) == lower);
    r15 = select(r15, p15, precedes(p15, r15) == lower);
    let p1 = partner(local, 1u, r1, 4u);
    let p14 = partner(local, 14u, r14, 4u);
    r1 = select(r1, p1, precedes(p1, r1) == lower);
    r14 = select(r14, p14, precedes(p14, r14) == lower);
    let p2 = partner(local, 2u, r2, 4u);
    let p13 = partner(local, 13u, r13, 4u);
    r2 = select(r2, p2, precedes(p2, r2) == lower);
    r13 = select(r13, p13, precedes(p13, r13) == lower);
    let p3 = partner(local, 3u, r3, 4u);
    let p12 = partner(local, 12u, r12, 4u);
    r3 = select(r3, p3, precedes(p3, r3) == lower);
    r12 = select(r12, p12, precedes(p12, r12) == lower);
    let p4 = partner(local, 4u, r4, 4u);
    let p11 = partner(local, 11u, r11, 4u);
    r4 = select(r4, p4, precedes(p4, r4) == lower);
    r11 = select(r11, p11, precedes(p11, r11) == lower);
    let p5 = partner(local, 5u, r5, 4u);
    let p10 = partner(local, 10u, r10, 4u);
    r5 = select(r5, p5, precedes(p5, r5) == lower);
    r10 = select(r10, p10, precedes(p10, r10) == lower);
    let p6 = partner(local, 6u, r6, 4u);
    let p9 = partner(local, 9u, r9, 4u);
    r6 = select(r6, p6, precedes(p6, r6) == lower);
    r9 = select(r9, p9, precedes(p9, r9) == lower);
    let p7 = partner(local, 7u, r7, 4u);
    let p8 = partner(local, 8u, r8, 4u);
    r7 = select(r7, p7, precedes(p7, r7) == lower);
    r8 = select(r8, p8, precedes(p8, r8) == lower);
    meet();
  }
  {
    let lower = (lane & 2u) == 0u;
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
    let p0 = partner(local, 0u, r0, 2u);
    let p15 = partner(local, 15u, r15, 2u);
    r0 = select(r0, p0, precedes(p0, r0) == lower);
    r15 = select(r15, p15, precedes(p15, r15) == lower);
    let p1 = partner(local, 1u, r1, 2u);
    let p14 = partner(local, 14u, r14, 2u);
    r1 = select(r1, p1, precedes(p1, r1) == lower);
    r14 = select(r14, p14, precedes(p14, r14) == lower);
    let p2 = partner(local, 2u, r2, 2u);
    let p13 = partner(local, 13u, r13, 2u);
    r2 = select(r2, p2, precedes(p2, r2) == lower);
    r13 = select(r13, p13, precedes(p13, r13) == lower);
    let p3 = partner(local, 3u, r3, 2u);
    let p12 = partner(local, 12u, r12, 2u);
    r3 = select(r3, p3, precedes(p3, r3) == lower);
    r12 = select(r12, p12, precedes(p12, r12) == lower);
    let p4 = partner(local, 4u, r4, 2u);
    let p11 = partner(local, 11u, r11, 2u);
    r4 = select(r4, p4, precedes(p4, r4) == lower);
    r11 = select(r11, p11, precedes(p11, r11) == lower);
    let p5 = partner(local, 5u, r5, 2u);
    let p10 = partner(local, 10u, r10, 2u);
    r5 = select(r5, p5, precedes(p5, r5) == lower);
    r10 = select(r10, p10, precedes(p10, r10) == lower);
    let p6 = partner(local, 6u, r6, 2u);
    let p9 = partner(local, 9u, r9, 2u);
    r6 = select(r6, p6, precedes(p6, r6) == lower);
    r9 = select(r9, p9, precedes(p9, r9) == lower);
    let p7 = partner(local, 7u, r7, 2u);
    let p8 = partner(local, 8u, r8, 2u);
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
  { let a = r0; r0 = min(a, r8); r8 = max(a, r8); }
  { let a = r1; r1 = min(a, r9); r9 = max(a, r9); }
  { let a = r2; r2 = min(a, r10); r10 = max(a, r10); }
  { let a = r3; r3 = min(a, r11); r11 = max(a, r11); }
  { let a = r4; r4 = min(a, r12); r12 = max(a, r12); }
  { let a = r5; r5 = min(a, r13); r13 = max(a, r13); }
  { let a = r6; r6 = min(a, r14); r14 = max(a, r14); }
  { let a = r7; r7 = min(a, r15); r15 = max(a, r15); }
  { let a = r0; r0 = min(a, r4); r4 = max(a, r4); }
  { let a = r1; r1 = min(a, r5); r5 = max(a, r5); }
  { let a = r2; r2 = min(a, r6); r6 = max(a, r6); }
  { let a = r3; r3 = min(a, r7); r7 = max(a, r7); }
  { let a = r0; r0 = min(a, r2); r2 = max(a, r2); }
  { let a = r1; r1 = min(a, r3); r3 = max(a, r3); }
  { let a = r0; r0 = min(a, r1); r1 = max(a, r1); }
  { let a = r2; r2 = min(a, r3); r3 = max(a, r3); }
  { let a = r4; r4 = min(a, r6); r6 = max(a, r6); }
  { let a = r5; r5 = min(a, r7); r7 = max(a, r7); }
  { let a = r4; r4 = min(a, r5); r5 = max(a, r5); }
  { let a = r6; r6 = min(a, r7); r7 = max(a, r7); }
  { let a = r8; r8 = min(a, r12); r12 = max(a, r12); }
  { let a = r9; r9 = min(a, r13); r13 = max(a, r13); }
  { let a = r10; r10 = min(a, r14); r14 = max(a, r14); }
  { let a = r11; r11 = min(a, r15); r15 = max(a, r15); }
  { let a = r8; r8 = min(a, r10); r10 = max(a, r10); }
  { let a = r9; r9 = min(a, r11); r11 = max(a, r11); }
  { let a = r8; r8 = min(a, r9); r9 = max(a, r9); }
  { let a = r10; r10 = min(a, r11); r11 = max(a, r11); }
  { let a = r12; r12 = min(a, r14); r14 = max(a, r14); }
  { let a = r13; r13 = min(a, r15); r15 = max(a, r15); }
  { let a = r12; r12 = min(a, r13); r13 = max(a, r13); }
  { let a = r14; r14 = min(a, r15); r15 = max(a, r15); }
  {
    let upper = (lane & 2u) != 0u;
    let p = partner(local, 0u, select(r1, r0, upper), 2u);
    r0 = select(r0, p, upper);
    r1 = select(p, r1, upper);
  }
  {
    let upper = (lane & 2u) != 0u;
    let p = partner(local, 2u, select(r3, r2, upper), 2u);
    r2 = select(r2, p, upper);
    r3 = select(p, r3, upper);
  }
  {
    let upper = (lane & 2u) != 0u;
    let p = partner(local, 4u, select(r5, r4, upper), 2u);
    r4 = select(r4, p, upper);
    r5 = select(p, r5, upper);
  }
  {
    let upper = (lane & 2u) != 0u;
    let p = partner(local, 6u, select(r7, r6, upper), 2u);
    r6 = select(r6, p, upper);
    r7 = select(p, r7, upper);
  }
  {
    let upper = (lane & 2u) != 0u;
    let p = partner(local, 8u, select(r9, r8, upper), 2u);
    r8 = select(r8, p, upper);
    r9 = select(p, r9, upper);
  }
  {
    let upper = (lane & 2u) != 0u;
    let p = partner(local, 10u, select(r11, r10, upper), 2u);
    r10 = select(r10, p, upper);
    r11 = select(p, r11, upper);
  }
  {
    let upper = (lane & 2u) != 0u;
    let p = partner(local, 12u, select(r13, r12, upper), 2u);
    r12 = select(r12, p, upper);
    r13 = select(p, r13, upper);
  }
  {
    let upper = (lane & 2u) != 0u;
    let p = partner(local, 14u, select(r15, r14, upper), 2u);
    r14 = select(r14, p, upper);
    r15 = select(p, r15, upper);
  }
  {
    let upper = (lane & 4u) != 0u;
    let p = partner(local, 0u, select(r2, r0, upper), 4u);
    r0 = select(r0, p, upper);
    r2 = select(p, r2, upper);
  }
  {
    let upper = (lane & 4u) != 0u;
    let p = partner(local, 1u, select(r3, r1, upper), 4u);
    r1 = select(r1, p, upper);
    r3 = select(p, r3, upper);
  }
  {
    let upper = (lane & 4u) != 0u;
    let p = partner(local, 4u, select(r6, r4, upper), 4u);
    r4 = select(r4, p, upper);
    r6 = select(p, r6, upper);
  }
  {
    let upper = (lane & 4u) != 0u;
    let p = partner(local, 5u, select(r7, r5, upper), 4u);
    r5 = select(r5, p, upper);
    r7 = select(p, r7, upper);
  }
  {
    let upper = (lane & 4u) != 0u;
    let p = partner(local, 8u, select(r10, r8, upper), 4u);
    r8 = select(r8, p, upper);
    r10 = select(p, r10, upper);
  }
  {
    let upper = (lane & 4u) != 0u;
    let p = partner(local, 9u, select(r11, r9, upper), 4u);
    r9 = select(r9, p, upper);
    r11 = select(p, r11, upper);
  }
  {
    let upper = (lane & 4u) != 0u;
    let p = partner(local, 12u, select(r14, r12, upper), 4u);
    r12 = select(r12, p, upper);
    r14 = select(p, r14, upper);
  }
  {
    let upper = (lane & 4u) != 0u;
    let p = partner(local, 13u, select(r15, r13, upper), 4u);
    r13 = select(r13, p, upper);
    r15 = select(p, r15, upper);
  }
  {
    let upper = (lane & 8u) != 0u;
    let p = partner(local, 0u, select(r4, r0, upper), 8u);
    r0 = select(r0, p, upper);
    r4 = select(p, r4, upper);
  }
  {
    let upper = (lane & 8u) != 0u;
    let p = partner(local, 1u, select(r5, r1, upper), 8u);
    r1 = select(r1, p, upper);
    r5 = select(p, r5, upper);
  }
  {
    let upper = (lane & 8u) != 0u;
    let p = partner(local, 2u, select(r6, r2, upper), 8u);
    r2 = select(r2, p, upper);
    r6 = select(p, r6, upper);
  }
  {
    let upper = (lane & 8u) != 0u;
    let p = partner(local, 3u, select(r7, r3, upper), 8u);
    r3 = select(r3, p, upper);
    r7 = select(p, r7, upper);
  }
  {
    let upper = (lane & 8u) != 0u;
    let p = partner(local, 8u, select(r12, r8, upper), 8u);
    r8 = select(r8, p, upper);
    r12 = select(p, r12, upper);
  }
  {
    let upper = (lane & 8u) != 0u;
    let p = partner(local, 9u, select(r13, r9, upper), 8u);
    r9 = select(r9, p, upper);
    r13 = select(p, r13, upper);
  }
  {
    let upper = (lane & 8u) != 0u;
    let p = partner(local, 10u, select(r14, r10, upper), 8u);
    r10 = select(r10, p, upper);
    r14 = select(p, r14, upper);
  }
  {
    let upper = (lane & 8u) != 0u;
    let p = partner(local, 11u, select(r15, r11, upper), 8u);
    r11 = select(r11, p, upper);
    r15 = select(p, r15, upper);
  }
  {
    let upper = (lane & 16u) != 0u;
    let p = partner(local, 0u, select(r8, r0, upper), 16u);
    r0 = select(r0, p, upper);
    r8 = select(p, r8, upper);
  }
  {
    let upper = (lane & 16u) != 0u;
    let p = partner(local, 1u, select(r9, r1, upper), 16u);
    r1 = select(r1, p, upper);
    r9 = select(p, r9, upper);
  }
  {
    let upper = (lane & 16u) != 0u;
    let p = partner(local, 2u, select(r10, r2, upper), 16u);
    r2 = select(r2, p, upper);
    r10 = select(p, r10, upper);
  }
  {
    let upper = (lane & 16u) != 0u;
    let p = partner(local, 3u, select(r11, r3, upper), 16u);
    r3 = select(r3, p, upper);
    r11 = select(p, r11, upper);
  }
  {
    let upper = (lane & 16u) != 0u;
    let p = partner(local, 4u, select(r12, r4, upper), 16u);
    r4 = select(r4, p, upper);
    r12 = select(p, r12, upper);
  }
  {
    let upper = (lane & 16u) != 0u;
    let p = partner(local, 5u, select(r13, r5, upper), 16u);
    r5 = select(r5, p, upper);
    r13 = select(p, r13, upper);
  }
  {
    let upper = (lane & 16u) != 0u;
    let p = partner(local, 6u, select(r14, r6, upper), 16u);
    r6 = select(r6, p, upper);
    r14 = select(p, r14, upper);
  }
  {
    let upper = (lane & 16u) != 0u;
    let p = partner(local, 7u, select(r15, r7, upper), 16u);
    r7 = select(r7, p, upper);
    r15 = select(p, r15, upper);
  }
  storeItem(begin, length, first + 0u, r0, 0u);
  storeItem(begin, length, first + 32u, r1, 1u);
  storeItem(begin, length, first + 64u, r2, 2u);
  storeItem(begin, length, first + 96u, r3, 3u);
  storeItem(begin, length, first + 128u, r4, 0u);
  storeItem(begin, length, first + 160u, r5, 1u);
  storeItem(begin, length, first + 192u, r6, 2u);
  storeItem(begin, length, first + 224u, r7, 3u);
  storeItem(begin, length, first + 256u, r8, 0u);
  storeItem(begin, length, first + 288u, r9, 1u);
  storeItem(begin, length, first + 320u, r10, 2u);
  storeItem(begin, length, first + 352u, r11, 3u);
  storeItem(begin, length, first + 384u, r12, 0u);
  storeItem(begin, length, first + 416u, r13, 1u);
  storeItem(begin, length, first + 448u, r14, 2u);
  storeItem(begin, length, first + 480u, r15, 3u);
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
