// sort/small 4 to 64

// (prelude)
enable subgroups;
alias Key = u32;
const BIN_COUNTS = 8u;
const BIN_BASES = 28u;
const SEGMENT_SIZE = 48u;
const WORKGROUP = 64u;
const PLAIN_KEYS = true;
const LOSSLESS_KEYS = true;
const GRID_SLOT = 2u;
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

// wgsl/plan/ceil_div.wgsl
fn ceilDiv(value: u32, divisor: u32) -> u32 {
  return value / divisor + select(0u, 1u, value % divisor != 0u);
}

// wgsl/plan/lists.wgsl
fn listedSegment(bin: u32, slot: u32) -> Segment {
  let size = state[SEGMENT_SIZE];
  let span = select(spans[state[BIN_BASES + bin] + slot], vec2u(slot * size, size), size != 0u);
  return Segment(span.x, span.y);
}

// wgsl/plan/state.wgsl
struct Segment {
  begin: u32,
  length: u32,
}

fn binCount(bin: u32) -> u32 {
  return state[BIN_COUNTS + bin];
}

// wgsl/sort/small/joined.wgsl
fn task(workgroup: u32, local: u32) {
  sortJoined(workgroup, local);
}

// (joined)
fn sortJoined(workgroup: u32, local: u32) {
  var number = workgroup;
  {
    let workgroups = ceilDiv(binCount(0u) * 1u, WORKGROUP);
    if (number < workgroups) {
      let slot = (number * WORKGROUP + local) / 1u;
      let live = slot < binCount(0u);
      let segment = listedSegment(0u, select(0u, slot, live));
      sortRegisters0(segment.begin, select(0u, segment.length, live), local);
      return;
    }
    number -= workgroups;
  }
  {
    let workgroups = ceilDiv(binCount(1u) * 1u, WORKGROUP);
    if (number < workgroups) {
      let slot = (number * WORKGROUP + local) / 1u;
      let live = slot < binCount(1u);
      let segment = listedSegment(1u, select(0u, slot, live));
      sortRegisters1(segment.begin, select(0u, segment.length, live), local);
      return;
    }
    number -= workgroups;
  }
  {
    let workgroups = ceilDiv(binCount(2u) * 2u, WORKGROUP);
    if (number < workgroups) {
      let slot = (number * WORKGROUP + local) / 2u;
      let live = slot < binCount(2u);
      let segment = listedSegment(2u, select(0u, slot, live));
      sortRegisters2(segment.begin, select(0u, segment.length, live), local);
      return;
    }
    number -= workgroups;
  }
  {
    let workgroups = ceilDiv(binCount(3u) * 4u, WORKGROUP);
    if (number < workgroups) {
      let slot = (number * WORKGROUP + local) / 4u;
      let live = slot < binCount(3u);
      let segment = listedSegment(3u, select(0u, slot, live));
      sortRegisters3(segment.begin, select(0u, segment.length, live), local);
      return;
    }
    number -= workgroups;
  }
  {
    let workgroups = ceilDiv(binCount(4u) * 8u, WORKGROUP);
    if (number < workgroups) {
      let slot = (number * WORKGROUP + local) / 8u;
      let live = slot < binCount(4u);
      let segment = listedSegment(4u, select(0u, slot, live));
      sortRegisters4(segment.begin, select(0u, segment.length, live), local);
      return;
    }
    number -= workgroups;
  }
}

// (sortRegisters0)
fn sortRegisters0(begin: u32, length: u32, local: u32) {
  let lane = local % 1u;
  let first = lane % 1u * 1u + lane / 1u;
  var r0: Item;
  var r1: Item;
  var r2: Item;
  var r3: Item;
  r0 = loadItem(begin, length, first + 0u);
  r1 = loadItem(begin, length, first + 1u);
  r2 = loadItem(begin, length, first + 2u);
  r3 = loadItem(begin, length, first + 3u);
  { let a = r0; r0 = min(a, r1); r1 = max(a, r1); }
  { let a = r2; r2 = min(a, r3); r3 = max(a, r3); }
  { let a = r0; r0 = min(a, r2); r2 = max(a, r2); }
  { let a = r1; r1 = min(a, r3); r3 = max(a, r3); }
  { let a = r1; r1 = min(a, r2); r2 = max(a, r2); }
  storeItem(begin, length, first + 0u, r0, 0u);
  storeItem(begin, length, first + 1u, r1, 1u);
  storeItem(begin, length, first + 2u, r2, 2u);
  storeItem(begin, length, first + 3u, r3, 3u);
}

// (sortRegisters1)
fn sortRegisters1(begin: u32, length: u32, local: u32) {
  let lane = local % 1u;
  let first = lane % 1u * 1u + lane / 1u;
  var r0: Item;
  var r1: Item;
  var r2: Item;
  var r3: Item;
  var r4: Item;
  var r5: Item;
  var r6: Item;
  var r7: Item;
  r0 = loadItem(begin, length, first + 0u);
  r1 = loadItem(begin, length, first + 1u);
  r2 = loadItem(begin, length, first + 2u);
  r3 = loadItem(begin, length, first + 3u);
  r4 = loadItem(begin, length, first + 4u);
  r5 = loadItem(begin, length, first + 5u);
  r6 = loadItem(begin, length, first + 6u);
  r7 = loadItem(begin, length, first + 7u);
  { let a = r0; r0 = min(a, r1); r1 = max(a, r1); }
  { let a = r2; r2 = min(a, r3); r3 = max(a, r3); }
  { let a = r4; r4 = min(a, r5); r5 = max(a, r5); }
  { let a = r6; r6 = min(a, r7); r7 = max(a, r7); }
  { let a = r0; r0 = min(a, r2); r2 = max(a, r2); }
  { let a = r1; r1 = min(a, r3); r3 = max(a, r3); }
  { let a = r4; r4 = min(a, r6); r6 = max(a, r6); }
  { let a = r5; r5 = min(a, r7); r7 = max(a, r7); }
  { let a = r1; r1 = min(a, r2); r2 = max(a, r2); }
  { let a = r5; r5 = min(a, r6); r6 = max(a, r6); }
  { let a = r0; r0 = min(a, r4); r4 = max(a, r4); }
  { let a = r1; r1 = min(a, r5); r5 = max(a, r5); }
  { let a = r2; r2 = min(a, r6); r6 = max(a, r6); }
  { let a = r3; r3 = min(a, r7); r7 = max(a, r7); }
  { let a = r2; r2 = min(a, r4); r4 = max(a, r4); }
  { let a = r3; r3 = min(a, r5); r5 = max(a, r5); }
  { let a = r1; r1 = min(a, r2); r2 = max(a, r2); }
  { let a = r3; r3 = min(a, r4); r4 = max(a, r4); }
  { let a = r5; r5 = min(a, r6); r6 = max(a, r6); }
  storeItem(begin, length, first + 0u, r0, 0u);
  storeItem(begin, length, first + 1u, r1, 1u);
  storeItem(begin, length, first + 2u, r2, 2u);
  storeItem(begin, length, first + 3u, r3, 3u);
  storeItem(begin, length, first + 4u, r4, 0u);
  storeItem(begin, length, first + 5u, r5, 1u);
  storeItem(begin, length, first + 6u, r6, 2u);
  storeItem(begin, length, first + 7u, r7, 3u);
}

// (sortRegisters2)
fn sortRegisters2(begin: u32, length: u32, local: u32) {
  let lane = local % 2u;
  let first = lane % 1u * 2u + lane / 1u;
  var r0: Item;
  var r1: Item;
  var r2: Item;
  var r3: Item;
  var r4: Item;
  var r5: Item;
  var r6: Item;
  var r7: Item;
  r0 = loadItem(begin, length, first + 0u);
  r1 = loadItem(begin, length, first + 8u);
  r2 = loadItem(begin, length, first + 2u);
  r3 = loadItem(begin, length, first + 10u);
  r4 = loadItem(begin, length, first + 4u);
  r5 = loadItem(begin, length, first + 12u);
  r6 = loadItem(begin, length, first + 6u);
  r7 = loadItem(begin, length, first + 14u);
  { let a = r0; r0 = min(a, r1); r1 = max(a, r1); }
  { let a = r2; r2 = min(a, r3); r3 = max(a, r3); }
  { let a = r4; r4 = min(a, r5); r5 = max(a, r5); }
  { let a = r6; r6 = min(a, r7); r7 = max(a, r7); }
  { let a = r0; r0 = min(a, r2); r2 = max(a, r2); }
  { let a = r1; r1 = min(a, r3); r3 = max(a, r3); }
  { let a = r4; r4 = min(a, r6); r6 = max(a, r6); }
  { let a = r5; r5 = min(a, r7); r7 = max(a, r7); }
  { let a = r1; r1 = min(a, r2); r2 = max(a, r2); }
  { let a = r5; r5 = min(a, r6); r6 = max(a, r6); }
  { let a = r0; r0 = min(a, r4); r4 = max(a, r4); }
  { let a = r1; r1 = min(a, r5); r5 = max(a, r5); }
  { let a = r2; r2 = min(a, r6); r6 = max(a, r6); }
  { let a = r3; r3 = min(a, r7); r7 = max(a, r7); }
  { let a = r2; r2 = min(a, r4); r4 = max(a, r4); }
  { let a = r3; r3 = min(a, r5); r5 = max(a, r5); }
  { let a = r1; r1 = min(a, r2); r2 = max(a, r2); }
  { let a = r3; r3 = min(a, r4); r4 = max(a, r4); }
  { let a = r5; r5 = min(a, r6); r6 = max(a, r6); }
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
    meet();
    let p0 = partner(local, 7u, r7, 1u);
    let p7 = partner(local, 0u, r0, 1u);
    r0 = select(r0, p0, precedes(p0, r0) == lower);
    r7 = select(r7, p7, precedes(p7, r7) == lower);
    let p1 = partner(local, 6u, r6, 1u);
    let p6 = partner(local, 1u, r1, 1u);
    r1 = select(r1, p1, precedes(p1, r1) == lower);
    r6 = select(r6, p6, precedes(p6, r6) == lower);
    let p2 = partner(local, 5u, r5, 1u);
    let p5 = partner(local, 2u, r2, 1u);
    r2 = select(r2, p2, precedes(p2, r2) == lower);
    r5 = select(r5, p5, precedes(p5, r5) == lower);
    let p3 = partner(local, 4u, r4, 1u);
    let p4 = partner(local, 3u, r3, 1u);
    r3 = select(r3, p3, precedes(p3, r3) == lower);
    r4 = select(r4, p4, precedes(p4, r4) == lower);
    meet();
  }
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
  {
    let upper = (lane & 1u) != 0u;
    let p = partner(local, 0u, select(r1, r0, upper), 1u);
    r0 = select(r0, p, upper);
    r1 = select(p, r1, upper);
  }
  {
    let upper = (lane & 1u) != 0u;
    let p = partner(local, 2u, select(r3, r2, upper), 1u);
    r2 = select(r2, p, upper);
    r3 = select(p, r3, upper);
  }
  {
    let upper = (lane & 1u) != 0u;
    let p = partner(local, 4u, select(r5, r4, upper), 1u);
    r4 = select(r4, p, upper);
    r5 = select(p, r5, upper);
  }
  {
    let upper = (lane & 1u) != 0u;
    let p = partner(local, 6u, select(r7, r6, upper), 1u);
    r6 = select(r6, p, upper);
    r7 = select(p, r7, upper);
  }
  storeItem(begin, length, first + 0u, r0, 0u);
  storeItem(begin, length, first + 8u, r1, 1u);
  storeItem(begin, length, first + 2u, r2, 2u);
  storeItem(begin, length, first + 10u, r3, 3u);
  storeItem(begin, length, first + 4u, r4, 0u);
  storeItem(begin, length, first + 12u, r5, 1u);
  storeItem(begin, length, first + 6u, r6, 2u);
  storeItem(begin, length, first + 14u, r7, 3u);
}

// (sortRegisters3)
fn sortRegisters3(begin: u32, length: u32, local: u32) {
  let lane = local % 4u;
  let first = lane % 1u * 4u + lane / 1u;
  var r0: Item;
  var r1: Item;
  var r2: Item;
  var r3: Item;
  var r4: Item;
  var r5: Item;
  var r6: Item;
  var r7: Item;
  r0 = loadItem(begin, length, first + 0u);
  r1 = loadItem(begin, length, first + 8u);
  r2 = loadItem(begin, length, first + 16u);
  r3 = loadItem(begin, length, first + 24u);
  r4 = loadItem(begin, length, first + 4u);
  r5 = loadItem(begin, length, first + 12u);
  r6 = loadItem(begin, length, first + 20u);
  r7 = loadItem(begin, length, first + 28u);
  { let a = r0; r0 = min(a, r1); r1 = max(a, r1); }
  { let a = r2; r2 = min(a, r3); r3 = max(a, r3); }
  { let a = r4; r4 = min(a, r5); r5 = max(a, r5); }
  { let a = r6; r6 = min(a, r7); r7 = max(a, r7); }
  { let a = r0; r0 = min(a, r2); r2 = max(a, r2); }
  { let a = r1; r1 = min(a, r3); r3 = max(a, r3); }
  { let a = r4; r4 = min(a, r6); r6 = max(a, r6); }
  { let a = r5; r5 = min(a, r7); r7 = max(a, r7); }
  { let a = r1; r1 = min(a, r2); r2 = max(a, r2); }
  { let a = r5; r5 = min(a, r6); r6 = max(a, r6); }
  { let a = r0; r0 = min(a, r4); r4 = max(a, r4); }
  { let a = r1; r1 = min(a, r5); r5 = max(a, r5); }
  { let a = r2; r2 = min(a, r6); r6 = max(a, r6); }
  { let a = r3; r3 = min(a, r7); r7 = max(a, r7); }
  { let a = r2; r2 = min(a, r4); r4 = max(a, r4); }
  { let a = r3; r3 = min(a, r5); r5 = max(a, r5); }
  { let a = r1; r1 = min(a, r2); r2 = max(a, r2); }
  { let a = r3; r3 = min(a, r4); r4 = max(a, r4); }
  { let a = r5; r5 = min(a, r6); r6 = max(a, r6); }
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
    meet();
    let p0 = partner(local, 7u, r7, 1u);
    let p7 = partner(local, 0u, r0, 1u);
    r0 = select(r0, p0, precedes(p0, r0) == lower);
    r7 = select(r7, p7, precedes(p7, r7) == lower);
    let p1 = partner(local, 6u, r6, 1u);
    let p6 = partner(local, 1u, r1, 1u);
    r1 = select(r1, p1, precedes(p1, r1) == lower);
    r6 = select(r6, p6, precedes(p6, r6) == lower);
    let p2 = partner(local, 5u, r5, 1u);
    let p5 = partner(local, 2u, r2, 1u);
    r2 = select(r2, p2, precedes(p2, r2) == lower);
    r5 = select(r5, p5, precedes(p5, r5) == lower);
    let p3 = partner(local, 4u, r4, 1u);
    let p4 = partner(local, 3u, r3, 1u);
    r3 = select(r3, p3, precedes(p3, r3) == lower);
    r4 = select(r4, p4, precedes(p4, r4) == lower);
    meet();
  }
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
    meet();
    let p0 = partner(local, 7u, r7, 3u);
    let p7 = partner(local, 0u, r0, 3u);
    r0 = select(r0, p0, precedes(p0, r0) == lower);
    r7 = select(r7, p7, precedes(p7, r7) == lower);
    let p1 = partner(local, 6u, r6, 3u);
    let p6 = partner(local, 1u, r1, 3u);
    r1 = select(r1, p1, precedes(p1, r1) == lower);
    r6 = select(r6, p6, precedes(p6, r6) == lower);
    let p2 = partner(local, 5u, r5, 3u);
    let p5 = partner(local, 2u, r2, 3u);
    r2 = select(r2, p2, precedes(p2, r2) == lower);
    r5 = select(r5, p5, precedes(p5, r5) == lower);
    let p3 = partner(local, 4u, r4, 3u);
    let p4 = partner(local, 3u, r3, 3u);
    r3 = select(r3, p3, precedes(p3, r3) == lower);
    r4 = select(r4, p4, precedes(p4, r4) == lower);
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
    meet();
    let p0 = partner(local, 0u, r0, 1u);
    let p7 = partner(local, 7u, r7, 1u);
    r0 = select(r0, p0, precedes(p0, r0) == lower);
    r7 = select(r7, p7, precedes(p7, r7) == lower);
    let p1 = partner(local, 1u, r1, 1u);
    let p6 = partner(local, 6u, r6, 1u);
    r1 = select(r1, p1, precedes(p1, r1) == lower);
    r6 = select(r6, p6, precedes(p6, r6) == lower);
    let p2 = partner(local, 2u, r2, 1u);
    let p5 = partner(local, 5u, r5, 1u);
    r2 = select(r2, p2, precedes(p2, r2) == lower);
    r5 = select(r5, p5, precedes(p5, r5) == lower);
    let p3 = partner(local, 3u, r3, 1u);
    let p4 = partner(local, 4u, r4, 1u);
    r3 = select(r3, p3, precedes(p3, r3) == lower);
    r4 = select(r4, p4, precedes(p4, r4) == lower);
    meet();
  }
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
  {
    let upper = (lane & 1u) != 0u;
    let p = partner(local, 0u, select(r1, r0, upper), 1u);
    r0 = select(r0, p, upper);
    r1 = select(p, r1, upper);
  }
  {
    let upper = (lane & 1u) != 0u;
    let p = partner(local, 2u, select(r3, r2, upper), 1u);
    r2 = select(r2, p, upper);
    r3 = select(p, r3, upper);
  }
  {
    let upper = (lane & 1u) != 0u;
    let p = partner(local, 4u, select(r5, r4, upper), 1u);
    r4 = select(r4, p, upper);
    r5 = select(p, r5, upper);
  }
  {
    let upper = (lane & 1u) != 0u;
    let p = partner(local, 6u, select(r7, r6, upper), 1u);
    r6 = select(r6, p, upper);
    r7 = select(p, r7, upper);
  }
  {
    let upper = (lane & 2u) != 0u;
    let p = partner(local, 0u, select(r2, r0, upper), 2u);
    r0 = select(r0, p, upper);
    r2 = select(p, r2, upper);
  }
  {
    let upper = (lane & 2u) != 0u;
    let p = partner(local, 1u, select(r3, r1, upper), 2u);
    r1 = select(r1, p, upper);
    r3 = select(p, r3, upper);
  }
  {
    let upper = (lane & 2u) != 0u;
    let p = partner(local, 4u, select(r6, r4, upper), 2u);
    r4 = select(r4, p, upper);
    r6 = select(p, r6, upper);
  }
  {
    let upper = (lane & 2u) != 0u;
    let p = partner(local, 5u, select(r7, r5, upper), 2u);
    r5 = select(r5, p, upper);
    r7 = select(p, r7, upper);
  }
  storeItem(begin, length, first + 0u, r0, 0u);
  storeItem(begin, length, first + 8u, r1, 1u);
  storeItem(begin, length, first + 16u, r2, 2u);
  storeItem(begin, length, first + 24u, r3, 3u);
  storeItem(begin, length, first + 4u, r4, 0u);
  storeItem(begin, length, first + 12u, r5, 1u);
  storeItem(begin, length, first + 20u, r6, 2u);
  storeItem(begin, length, first + 28u, r7, 3u);
}

// (sortRegisters4)
fn sortRegisters4(begin: u32, length: u32, local: u32) {
  let lane = local % 8u;
  let first = lane % 1u * 8u + lane / 1u;
  var r0: Item;
  var r1: Item;
  var r2: Item;
  var r3: Item;
  var r4: Item;
  var r5: Item;
  var r6: Item;
  var r7: Item;
  r0 = loadItem(begin, length, first + 0u);
  r1 = loadItem(begin, length, first + 8u);
  r2 = loadItem(begin, length, first + 16u);
  r3 = loadItem(begin, length, first + 24u);
  r4 = loadItem(begin, length, first + 32u);
  r5 = loadItem(begin, length, first + 40u);
  r6 = loadItem(begin, length, first + 48u);
  r7 = loadItem(begin, length, first + 56u);
  { let a = r0; r0 = min(a, r1); r1 = max(a, r1); }
  { let a = r2; r2 = min(a, r3); r3 = max(a, r3); }
  { let a = r4; r4 = min(a, r5); r5 = max(a, r5); }
  { let a = r6; r6 = min(a, r7); r7 = max(a, r7); }
  { let a = r0; r0 = min(a, r2); r2 = max(a, r2); }
  { let a = r1; r1 = min(a, r3); r3 = max(a, r3); }
  { let a = r4; r4 = min(a, r6); r6 = max(a, r6); }
  { let a = r5; r5 = min(a, r7); r7 = max(a, r7); }
  { let a = r1; r1 = min(a, r2); r2 = max(a, r2); }
  { let a = r5; r5 = min(a, r6); r6 = max(a, r6); }
  { let a = r0; r0 = min(a, r4); r4 = max(a, r4); }
  { let a = r1; r1 = min(a, r5); r5 = max(a, r5); }
  { let a = r2; r2 = min(a, r6); r6 = max(a, r6); }
  { let a = r3; r3 = min(a, r7); r7 = max(a, r7); }
  { let a = r2; r2 = min(a, r4); r4 = max(a, r4); }
  { let a = r3; r3 = min(a, r5); r5 = max(a, r5); }
  { let a = r1; r1 = min(a, r2); r2 = max(a, r2); }
  { let a = r3; r3 = min(a, r4); r4 = max(a, r4); }
  { let a = r5; r5 = min(a, r6); r6 = max(a, r6); }
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
    meet();
    let p0 = partner(local, 7u, r7, 1u);
    let p7 = partner(local, 0u, r0, 1u);
    r0 = select(r0, p0, precedes(p0, r0) == lower);
    r7 = select(r7, p7, precedes(p7, r7) == lower);
    let p1 = partner(local, 6u, r6, 1u);
    let p6 = partner(local, 1u, r1, 1u);
    r1 = select(r1, p1, precedes(p1, r1) == lower);
    r6 = select(r6, p6, precedes(p6, r6) == lower);
    let p2 = partner(local, 5u, r5, 1u);
    let p5 = partner(local, 2u, r2, 1u);
    r2 = select(r2, p2, precedes(p2, r2) == lower);
    r5 = select(r5, p5, precedes(p5, r5) == lower);
    let p3 = partner(local, 4u, r4, 1u);
    let p4 = partner(local, 3u, r3, 1u);
    r3 = select(r3, p3, precedes(p3, r3) == lower);
    r4 = select(r4, p4, precedes(p4, r4) == lower);
    meet();
  }
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
    meet();
    let p0 = partner(local, 7u, r7, 3u);
    let p7 = partner(local, 0u, r0, 3u);
    r0 = select(r0, p0, precedes(p0, r0) == lower);
    r7 = select(r7, p7, precedes(p7, r7) == lower);
    let p1 = partner(local, 6u, r6, 3u);
    let p6 = partner(local, 1u, r1, 3u);
    r1 = select(r1, p1, precedes(p1, r1) == lower);
    r6 = select(r6, p6, precedes(p6, r6) == lower);
    let p2 = partner(local, 5u, r5, 3u);
    let p5 = partner(local, 2u, r2, 3u);
    r2 = select(r2, p2, precedes(p2, r2) == lower);
    r5 = select(r5, p5, precedes(p5, r5) == lower);
    let p3 = partner(local, 4u, r4, 3u);
    let p4 = partner(local, 3u, r3, 3u);
    r3 = select(r3, p3, precedes(p3, r3) == lower);
    r4 = select(r4, p4, precedes(p4, r4) == lower);
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
    meet();
    let p0 = partner(local, 0u, r0, 1u);
    let p7 = partner(local, 7u, r7, 1u);
    r0 = select(r0, p0, precedes(p0, r0) == lower);
    r7 = select(r7, p7, precedes(p7, r7) == lower);
    let p1 = partner(local, 1u, r1, 1u);
    let p6 = partner(local, 6u, r6, 1u);
    r1 = select(r1, p1, precedes(p1, r1) == lower);
    r6 = select(r6, p6, precedes(p6, r6) == lower);
    let p2 = partner(local, 2u, r2, 1u);
    let p5 = partner(local, 5u, r5, 1u);
    r2 = select(r2, p2, precedes(p2, r2) == lower);
    r5 = select(r5, p5, precedes(p5, r5) == lower);
    let p3 = partner(local, 3u, r3, 1u);
    let p4 = partner(local, 4u, r4, 1u);
    r3 = select(r3, p3, precedes(p3, r3) == lower);
    r4 = select(r4, p4, precedes(p4, r4) == lower);
    meet();
  }
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
    meet();
    let p0 = partner(local, 7u, r7, 7u);
    let p7 = partner(local, 0u, r0, 7u);
    r0 = select(r0, p0, precedes(p0, r0) == lower);
    r7 = select(r7, p7, precedes(p7, r7) == lower);
    let p1 = partner(local, 6u, r6, 7u);
    let p6 = partner(local, 1u, r1, 7u);
    r1 = select(r1, p1, precedes(p1, r1) == lower);
    r6 = select(r6, p6, precedes(p6, r6) == lower);
    let p2 = partner(local, 5u, r5, 7u);
    let p5 = partner(local, 2u, r2, 7u);
    r2 = select(r2, p2, precedes(p2, r2) == lower);
    r5 = select(r5, p5, precedes(p5, r5) == lower);
    let p3 = partner(local, 4u, r4, 7u);
    let p4 = partner(local, 3u, r3, 7u);
    r3 = select(r3, p3, precedes(p3, r3) == lower);
    r4 = select(r4, p4, precedes(p4, r4) == lower);
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
    meet();
    let p0 = partner(local, 0u, r0, 2u);
    let p7 = partner(local, 7u, r7, 2u);
    r0 = select(r0, p0, precedes(p0, r0) == lower);
    r7 = select(r7, p7, precedes(p7, r7) == lower);
    let p1 = partner(local, 1u, r1, 2u);
    let p6 = partner(local, 6u, r6, 2u);
    r1 = select(r1, p1, precedes(p1, r1) == lower);
    r6 = select(r6, p6, precedes(p6, r6) == lower);
    let p2 = partner(local, 2u, r2, 2u);
    let p5 = partner(local, 5u, r5, 2u);
    r2 = select(r2, p2, precedes(p2, r2) == lower);
    r5 = select(r5, p5, precedes(p5, r5) == lower);
    let p3 = partner(local, 3u, r3, 2u);
    let p4 = partner(local, 4u, r4, 2u);
    r3 = select(r3, p3, precedes(p3, r3) == lower);
    r4 = select(r4, p4, precedes(p4, r4) == lower);
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
    meet();
    let p0 = partner(local, 0u, r0, 1u);
    let p7 = partner(local, 7u, r7, 1u);
    r0 = select(r0, p0, precedes(p0, r0) == lower);
    r7 = select(r7, p7, precedes(p7, r7) == lower);
    let p1 = partner(local, 1u, r1, 1u);
    let p6 = partner(local, 6u, r6, 1u);
    r1 = select(r1, p1, precedes(p1, r1) == lower);
    r6 = select(r6, p6, precedes(p6, r6) == lower);
    let p2 = partner(local, 2u, r2, 1u);
    let p5 = partner(local, 5u, r5, 1u);
    r2 = select(r2, p2, precedes(p2, r2) == lower);
    r5 = select(r5, p5, precedes(p5, r5) == lower);
    let p3 = partner(local, 3u, r3, 1u);
    let p4 = partner(local, 4u, r4, 1u);
    r3 = select(r3, p3, precedes(p3, r3) == lower);
    r4 = select(r4, p4, precedes(p4, r4) == lower);
    meet();
  }
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
  {
    let upper = (lane & 1u) != 0u;
    let p = partner(local, 0u, select(r1, r0, upper), 1u);
    r0 = select(r0, p, upper);
    r1 = select(p, r1, upper);
  }
  {
    let upper = (lane & 1u) != 0u;
    let p = partner(local, 2u, select(r3, r2, upper), 1u);
    r2 = select(r2, p, upper);
    r3 = select(p, r3, upper);
  }
  {
    let upper = (lane & 1u) != 0u;
    let p = partner(local, 4u, select(r5, r4, upper), 1u);
    r4 = select(r4, p, upper);
    r5 = select(p, r5, upper);
  }
  {
    let upper = (lane & 1u) != 0u;
    let p = partner(local, 6u, select(r7, r6, upper), 1u);
    r6 = select(r6, p, upper);
    r7 = select(p, r7, upper);
  }
  {
    let upper = (lane & 2u) != 0u;
    let p = partner(local, 0u, select(r2, r0, upper), 2u);
    r0 = select(r0, p, upper);
    r2 = select(p, r2, upper);
  }
  {
    let upper = (lane & 2u) != 0u;
    let p = partner(local, 1u, select(r3, r1, upper), 2u);
    r1 = select(r1, p, upper);
    r3 = select(p, r3, upper);
  }
  {
    let upper = (lane & 2u) != 0u;
    let p = partner(local, 4u, select(r6, r4, upper), 2u);
    r4 = select(r4, p, upper);
    r6 = select(p, r6, upper);
  }
  {
    let upper = (lane & 2u) != 0u;
    let p = partner(local, 5u, select(r7, r5, upper), 2u);
    r5 = select(r5, p, upper);
    r7 = select(p, r7, upper);
  }
  {
    let upper = (lane & 4u) != 0u;
    let p = partner(local, 0u, select(r4, r0, upper), 4u);
    r0 = select(r0, p, upper);
    r4 = select(p, r4, upper);
  }
  {
    let upper = (lane & 4u) != 0u;
    let p = partner(local, 1u, select(r5, r1, upper), 4u);
    r1 = select(r1, p, upper);
    r5 = select(p, r5, upper);
  }
  {
    let upper = (lane & 4u) != 0u;
    let p = partner(local, 2u, select(r6, r2, upper), 4u);
    r2 = select(r2, p, upper);
    r6 = select(p, r6, upper);
  }
  {
    let upper = (lane & 4u) != 0u;
    let p = partner(local, 3u, select(r7, r3, upper), 4u);
    r3 = select(r3, p, upper);
    r7 = select(p, r7, upper);
  }
  storeItem(begin, length, first + 0u, r0, 0u);
  storeItem(begin, length, first + 8u, r1, 1u);
  storeItem(begin, length, first + 16u, r2, 2u);
  storeItem(begin, length, first + 24u, r3, 3u);
  storeItem(begin, length, first + 32u, r4, 0u);
  storeItem(begin, length, first + 40u, r5, 1u);
  storeItem(begin, length, first + 48u, r6, 2u);
  storeItem(begin, length, first + 56u, r7, 3u);
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
