// sort/merge of 4 runs

// (prelude)
alias Key = u32;
const BIN_COUNTS = 8u;
const BIN_BASES = 28u;
const SEGMENT_SIZE = 48u;
const WORKGROUP = 8u;
const RUN = 128u;
const RUN_FIRST = 0u;
const RUN_NEXT = 1u;
const RUN_BIN = 5u;
const FIRST_BIN = 5u;
const RUN_BINS = 7u;
const MERGE_SHIFT = 2u;
const WAYS = 4u;
const PLAIN_KEYS = true;
const LOSSLESS_KEYS = true;
@group(0) @binding(0) var<uniform> remainingMerges: u32;
@group(0) @binding(1) var<storage, read_write> state: array<u32>;
@group(0) @binding(2) var<storage, read_write> spans: array<vec2u>;
@group(0) @binding(3) var<storage, read_write> keysFrom: array<Key>;
@group(0) @binding(4) var<storage, read_write> keysOut: array<Key>;
@group(0) @binding(5) var<uniform> keyMap: array<vec4u, 4>;

// wgsl/sort/medium/runs/merge.wgsl
var<private> mergedFrom: u32;
var<private> mergedRun: u32;

fn runsShift(k: u32, remaining: u32) -> u32 {
  return k * remaining / mergesOf(k);
}

fn takesBin(k: u32) -> bool {
  return mergesOf(k) >= remainingMerges && WAYS == max(4u, 1u << (runsShift(k, remainingMerges) - tasksShift(k)));
}

fn tasksShift(k: u32) -> u32 {
  return runsShift(k, remainingMerges - 1u);
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let task = taskAt(workgroupIndex(workgroup, grid) * WORKGROUP + local);
  let run = RUN << (task.k - runsShift(task.k, remainingMerges));
  let first = task.index * WAYS * run;
  isFinalPass = remainingMerges == 1u;
  mergedRun = run;
  if (task.live && first < task.segment.length) {
    let begin = task.segment.begin;
    mergedFrom = begin + first;
    mergeRuns(mergedFrom, run, begin + task.segment.length);
  }
}

fn runItem(at: u32, i: u32, end: u32) -> Item {
  return select(MERGE_PAD, readMergeItem(at, i), at + i < end);
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

// wgsl/sort/medium/runs/merged_keys.wgsl
const MERGE_PAD = MAX_KEY;
const MERGE_MIN = Key();

fn readMergeItem(at: u32, i: u32) -> Item {
  return keysFrom[at + i];
}

fn storeMergeItem(at: u32, i: u32, begin: u32, end: u32, item: Item) {
  if (at + i - begin < end - begin) {
    keysOut[at + i] = storedForm(item);
  }
}

// (mergeRuns)
fn mergeRuns(begin: u32, run: u32, end: u32) {
  let node0 = 1u;
  var blocks = 5u;
  var out = begin - 4u * blocks;
  var at4 = min(begin + 0u * run, end);
  var tail4 = MERGE_MIN;
  let end4 = min(begin + 1u * run, end);
  blocks += (end4 - at4 + 3u) / 4u;
  var at5 = min(begin + 1u * run, end);
  var tail5 = MERGE_MIN;
  let end5 = min(begin + 2u * run, end);
  blocks += (end5 - at5 + 3u) / 4u;
  var at6 = min(begin + 2u * run, end);
  var tail6 = MERGE_MIN;
  let end6 = min(begin + 3u * run, end);
  blocks += (end6 - at6 + 3u) / 4u;
  var at7 = min(begin + 3u * run, end);
  var tail7 = MERGE_MIN;
  let end7 = min(begin + 4u * run, end);
  blocks += (end7 - at7 + 3u) / 4u;
  var waits0_1 = MERGE_MIN;
  var keeps0_1 = MERGE_MIN;
  var waits1_1 = MERGE_MIN;
  var keeps1_1 = MERGE_MIN;
  var waits2_1 = MERGE_MIN;
  var keeps2_1 = MERGE_MIN;
  var waits3_1 = MERGE_MIN;
  var keeps3_1 = MERGE_MIN;
  var waits0_2 = MERGE_MIN;
  var keeps0_2 = MERGE_MIN;
  var waits1_2 = MERGE_MIN;
  var keeps1_2 = MERGE_MIN;
  var waits2_2 = MERGE_MIN;
  var keeps2_2 = MERGE_MIN;
  var waits3_2 = MERGE_MIN;
  var keeps3_2 = MERGE_MIN;
  var waits0_3 = MERGE_MIN;
  var keeps0_3 = MERGE_MIN;
  var waits1_3 = MERGE_MIN;
  var keeps1_3 = MERGE_MIN;
  var waits2_3 = MERGE_MIN;
  var keeps2_3 = MERGE_MIN;
  var waits3_3 = MERGE_MIN;
  var keeps3_3 = MERGE_MIN;
  for (; blocks > 0u; blocks--) {
    let first1 = !precedes(waits0_3, waits0_2);
    let node1 = 2u * node0 + select(1u, 0u, first1);
    var next0_1 = select(waits0_3, waits0_2, first1);
    var kept0_1 = select(keeps0_3, keeps0_2, first1);
    var next1_1 = select(waits1_3, waits1_2, first1);
    var kept1_1 = select(keeps1_3, keeps1_2, first1);
    var next2_1 = select(waits2_3, waits2_2, first1);
    var kept2_1 = select(keeps2_3, keeps2_2, first1);
    var next3_1 = select(waits3_3, waits3_2, first1);
    var kept3_1 = select(keeps3_3, keeps3_2, first1);
    let first2 = !precedes(select(tail7, tail5, first1), select(tail6, tail4, first1));
    let node2 = 2u * node1 + select(1u, 0u, first2);
    let source = select(select(at7, at6, first2), select(at5, at4, first2), first1);
    let limit = select(select(end7, end6, first2), select(end5, end4, first2), first1);
    var next0_2 = runItem(source, 0u, limit);
    var next1_2 = runItem(source, 1u, limit);
    var next2_2 = runItem(source, 2u, limit);
    var next3_2 = runItem(source, 3u, limit);
    {
      let here = node2 == 4u;
      at4 = select(at4, source + 4u, here);
      tail4 = select(tail4, next3_2, here);
    }
    {
      let here = node2 == 5u;
      at5 = select(at5, source + 4u, here);
      tail5 = select(tail5, next3_2, here);
    }
    {
      let here = node2 == 6u;
      at6 = select(at6, source + 4u, here);
      tail6 = select(tail6, next3_2, here);
    }
    {
      let here = node2 == 7u;
      at7 = select(at7, source + 4u, here);
      tail7 = select(tail7, next3_2, here);
    }
    { let a = kept0_1; let b = next3_2; let swap = precedes(b, a); kept0_1 = select(a, b, swap); next3_2 = select(b, a, swap); }
    { let a = kept1_1; let b = next2_2; let swap = precedes(b, a); kept1_1 = select(a, b, swap); next2_2 = select(b, a, swap); }
    { let a = kept2_1; let b = next1_2; let swap = precedes(b, a); kept2_1 = select(a, b, swap); next1_2 = select(b, a, swap); }
    { let a = kept3_1; let b = next0_2; let swap = precedes(b, a); kept3_1 = select(a, b, swap); next0_2 = select(b, a, swap); }
    { let a = kept0_1; let b = kept2_1; let swap = precedes(b, a); kept0_1 = select(a, b, swap); kept2_1 = select(b, a, swap); }
    { let a = kept1_1; let b = kept3_1; let swap = precedes(b, a); kept1_1 = select(a, b, swap); kept3_1 = select(b, a, swap); }
    { let a = kept0_1; let b = kept1_1; let swap = precedes(b, a); kept0_1 = select(a, b, swap); kept1_1 = select(b, a, swap); }
    { let a = kept2_1; let b = kept3_1; let swap = precedes(b, a); kept2_1 = select(a, b, swap); kept3_1 = select(b, a, swap); }
    { let a = next0_2; let b = next2_2; let swap = precedes(b, a); next0_2 = select(a, b, swap); next2_2 = select(b, a, swap); }
    { let a = next1_2; let b = next3_2; let swap = precedes(b, a); next1_2 = select(a, b, swap); next3_2 = select(b, a, swap); }
    { let a = next0_2; let b = next1_2; let swap = precedes(b, a); next0_2 = select(a, b, swap); next1_2 = select(b, a, swap); }
    { let a = next2_2; let b = next3_2; let swap = precedes(b, a); next2_2 = select(a, b, swap); next3_2 = select(b, a, swap); }
    {
      let here = node1 == 2u;
      waits0_2 = select(waits0_2, kept0_1, here);
      keeps0_2 = select(keeps0_2, next0_2, here);
    }
    {
      let here = node1 == 3u;
      waits0_3 = select(waits0_3, kept0_1, here);
      keeps0_3 = select(keeps0_3, next0_2, here);
    }
    {
      let here = node1 == 2u;
      waits1_2 = select(waits1_2, kept1_1, here);
      keeps1_2 = select(keeps1_2, next1_2, here);
    }
    {
      let here = node1 == 3u;
      waits1_3 = select(waits1_3, kept1_1, here);
      keeps1_3 = select(keeps1_3, next1_2, here);
    }
    {
      let here = node1 == 2u;
      waits2_2 = select(waits2_2, kept2_1, here);
      keeps2_2 = select(keeps2_2, next2_2, here);
    }
    {
      let here = node1 == 3u;
      waits2_3 = select(waits2_3, kept2_1, here);
      keeps2_3 = select(keeps2_3, next2_2, here);
    }
    {
      let here = node1 == 2u;
      waits3_2 = select(waits3_2, kept3_1, here);
      keeps3_2 = select(keeps3_2, next3_2, here);
    }
    {
      let here = node1 == 3u;
      waits3_3 = select(waits3_3, kept3_1, here);
      keeps3_3 = select(keeps3_3, next3_2, here);
    }
    { let a = keeps0_1; let b = next3_1; let swap = precedes(b, a); keeps0_1 = select(a, b, swap); next3_1 = select(b, a, swap); }
    { let a = keeps1_1; let b = next2_1; let swap = precedes(b, a); keeps1_1 = select(a, b, swap); next2_1 = select(b, a, swap); }
    { let a = keeps2_1; let b = next1_1; let swap = precedes(b, a); keeps2_1 = select(a, b, swap); next1_1 = select(b, a, swap); }
    { let a = keeps3_1; let b = next0_1; let swap = precedes(b, a); keeps3_1 = select(a, b, swap); next0_1 = select(b, a, swap); }
    { let a = keeps0_1; let b = keeps2_1; let swap = precedes(b, a); keeps0_1 = select(a, b, swap); keeps2_1 = select(b, a, swap); }
    { let a = keeps1_1; let b = keeps3_1; let swap = precedes(b, a); keeps1_1 = select(a, b, swap); keeps3_1 = select(b, a, swap); }
    { let a = keeps0_1; let b = keeps1_1; let swap = precedes(b, a); keeps0_1 = select(a, b, swap); keeps1_1 = select(b, a, swap); }
    { let a = keeps2_1; let b = keeps3_1; let swap = precedes(b, a); keeps2_1 = select(a, b, swap); keeps3_1 = select(b, a, swap); }
    { let a = next0_1; let b = next2_1; let swap = precedes(b, a); next0_1 = select(a, b, swap); next2_1 = select(b, a, swap); }
    { let a = next1_1; let b = next3_1; let swap = precedes(b, a); next1_1 = select(a, b, swap); next3_1 = select(b, a, swap); }
    { let a = next0_1; let b = next1_1; let swap = precedes(b, a); next0_1 = select(a, b, swap); next1_1 = select(b, a, swap); }
    { let a = next2_1; let b = next3_1; let swap = precedes(b, a); next2_1 = select(a, b, swap); next3_1 = select(b, a, swap); }
    storeMergeItem(out, 0u, begin, end7, keeps0_1);
    keeps0_1 = next0_1;
    storeMergeItem(out, 1u, begin, end7, keeps1_1);
    keeps1_1 = next1_1;
    storeMergeItem(out, 2u, begin, end7, keeps2_1);
    keeps2_1 = next2_1;
    storeMergeItem(out, 3u, begin, end7, keeps3_1);
    keeps3_1 = next3_1;
    out += 4u;
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
