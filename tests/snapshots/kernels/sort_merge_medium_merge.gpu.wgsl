// sort/medium 512

// (prelude)
alias segmented_Key = u32;
alias segmented_InputWord = u32;
const segmented_BIN_COUNTS = 8u;
const segmented_BIN_BASES = 28u;
const segmented_SEGMENT_SIZE = 48u;
const segmented_WORKGROUP = 64u;
const segmented_CAPACITY = 512u;
const segmented_BIN = 5u;
const segmented_RUN = 8u;
const segmented_DESCENDING = false;
const segmented_GRID_SLOT = 7u;
@group(0) @binding(0) var<uniform> segmented_grids: array<vec4u, 17>;
@group(0) @binding(1) var<storage, read_write> segmented_state: array<u32>;
@group(0) @binding(2) var<storage, read_write> segmented_spans: array<vec2u>;
@group(0) @binding(3) var<storage, read_write> segmented_keysOut: array<segmented_Key>;
@group(0) @binding(4) var<storage, read_write> segmented_input: array<segmented_InputWord>;

// wgsl/plan/repeated.wgsl
fn segmented_gridWord(a:u32)->u32{
return segmented_grids[a/4u][a%4u];
}

@compute@workgroup_size(segmented_WORKGROUP)
fn segmented_main(@builtin(workgroup_id)a:vec3u,@builtin(num_workgroups)b:vec3u,
@builtin(local_invocation_id)c:vec3u){
let d=segmented_gridWord(segmented_GRID_SLOT*3u)*segmented_gridWord(segmented_GRID_SLOT*3u+1u);
for(var e=a.x;e<d;e+=b.x){
segmented_task(e,c.x);

if(e+b.x<d){
workgroupBarrier();
}
}
}

// wgsl/plan/uniform_bin_count.wgsl
var<workgroup> segmented_sharedBinCount: u32;

fn segmented_uniformBinCount(bin: u32, local: u32) -> u32 {
  if (local == 0u) {
    segmented_sharedBinCount = segmented_binCount(bin);
  }
  return workgroupUniformLoad(&segmented_sharedBinCount);
}

// wgsl/plan/state.wgsl
struct segmented_Segment {
  begin: u32,
  length: u32,
}

fn segmented_binCount(bin: u32) -> u32 {
  return segmented_state[segmented_BIN_COUNTS + bin];
}

// wgsl/plan/lists.wgsl
fn segmented_listedSegment(bin: u32, slot: u32) -> segmented_Segment {
  let size = segmented_state[segmented_SEGMENT_SIZE];
  let span = select(segmented_spans[segmented_state[segmented_BIN_BASES + bin] + slot], vec2u(slot * size, size), size != 0u);
  return segmented_Segment(span.x, span.y);
}

// wgsl/sort/merge/together.gpu.wgsl
var<workgroup> segmented_cuts: array<u32, segmented_WORKGROUP>;
var<workgroup> segmented_crossed: atomic<u32>;

fn segmented_mergeTogether(local: u32, segment: segmented_Segment, first: u32, last: u32, perLane: u32, cutFirst: u32, cutLast: u32) {
  let start = min(first + local * perLane, last);
  let stop = min(start + perLane, last);
  if (local == 0u) {
    atomicStore(&segmented_crossed, 0u);
  }
  segmented_cuts[local] = select(segmented_laneCut(segment, start, first, last, cutFirst, cutLast), cutFirst, start == first);
  workgroupBarrier();
  var cutStart = segmented_cuts[local];
  var cutStop = select(segmented_cuts[min(local + 1u, segmented_WORKGROUP - 1u)], cutLast, stop == last);
  let pair = segmented_pairAt(segment.length, stop);
  if (segmented_isInside(pair, stop) && start < stop) {
    let begin = max(start, pair.start);
    let fromA = select(0u, cutStart, begin > pair.start);
    if (cutStop < fromA || cutStop - fromA > stop - begin) {
      atomicStore(&segmented_crossed, 1u);
    }
  }
  workgroupBarrier();
  if (atomicLoad(&segmented_crossed) != 0u) {
    cutStart = segmented_consistentCut(segment, start, first, last, perLane);
    cutStop = select(segmented_consistentCut(segment, stop, first, last, perLane), cutLast, stop == last);
  }
  segmented_mergeSpan(segment, start, stop, cutStart, cutStop);
}

fn segmented_laneCut(segment: segmented_Segment, at: u32, first: u32, last: u32, cutFirst: u32, cutLast: u32) -> u32 {
  let pair = segmented_pairAt(segment.length, at);
  if (!segmented_isInside(pair, at) || at == last) {
    return 0u;
  }
  var low = 0u;
  var high = pair.countA;
  if (first > pair.start) {
    low = cutFirst;
    high = min(high, cutFirst + at - first);
  }
  if (last < pair.end) {
    low = max(low, segmented_requiredCut(cutLast, last, at));
    high = min(high, cutLast);
  }
  return segmented_searchCut(segment, pair, at, low, high);
}

fn segmented_consistentCut(segment: segmented_Segment, at: u32, first: u32, last: u32, perLane: u32) -> u32 {
  let pair = segmented_pairAt(segment.length, at);
  var cut = 0u;
  for (var lane = 0u; lane < segmented_WORKGROUP; lane++) {
    let other = min(first + lane * perLane, last);
    if (other < last && segmented_isInside(pair, other)) {
      cut = max(cut, segmented_requiredCut(segmented_cuts[lane], other, at));
    }
  }
  return cut;
}

// wgsl/sort/merge/pairs.wgsl
struct segmented_Pair {
  start: u32,
  countA: u32,
  end: u32,
}

fn segmented_pairAt(length: u32, at: u32) -> segmented_Pair {
  let run = segmented_runLength();
  let start = at & ~(2u * run - 1u);
  let middle = min(start + run, length);
  return segmented_Pair(start, middle - start, min(middle + run, length));
}

fn segmented_isInside(pair: segmented_Pair, at: u32) -> bool {
  return at > pair.start && at < pair.end;
}

fn segmented_searchCut(segment: segmented_Segment, pair: segmented_Pair, at: u32, minCut: u32, maxCut: u32) -> u32 {
  let outputs = at - pair.start;
  let countB = pair.end - pair.start - pair.countA;
  let beginA = segment.begin + pair.start;
  let beginB = beginA + pair.countA;
  var low = max(minCut, outputs - min(outputs, countB));
  var high = min(maxCut, min(outputs, pair.countA));
  while (low < high) {
    let middle = (low + high) / 2u;
    if (segmented_lessKey(segmented_runKey(beginA + middle), segmented_runKey(beginB + outputs - 1u - middle))) {
      low = middle + 1u;
    } else {
      high = middle;
    }
  }
  return low;
}

fn segmented_requiredCut(cut: u32, other: u32, at: u32) -> u32 {
  return cut - min(cut, max(other, at) - at);
}

// wgsl/sort/merge/merge.wgsl
fn segmented_mergeSpan(segment: segmented_Segment, start: u32, stop: u32, cutStart: u32, cutStop: u32) {
  for (var at = start; at < stop;) {
    let pair = segmented_pairAt(segment.length, at);
    let until = min(stop, pair.end);
    let fromA = select(0u, cutStart, at > pair.start);
    segmented_mergePart(segment.begin, pair, at, until, fromA, select(pair.countA, cutStop, until < pair.end));
    at = until;
  }
}

fn segmented_mergePart(begin: u32, pair: segmented_Pair, start: u32, stop: u32, fromA: u32, toA: u32) {
  let beginA = begin + pair.start;
  let beginB = beginA + pair.countA;
  let toB = stop - pair.start - toA;
  var a = fromA;
  var b = start - pair.start - fromA;
  for (var i = start; i < stop; i++) {
    let keyA = segmented_runKey(beginA + min(a, max(toA, 1u) - 1u));
    let keyB = segmented_runKey(beginB + min(b, max(toB, 1u) - 1u));
    var takeA = b >= toB;
    if (a < toA && b < toB) {
      takeA = segmented_lessKey(keyA, keyB);
    }
    segmented_putMerged(begin + i, select(keyB, keyA, takeA));
    a += select(0u, 1u, takeA);
    b += select(1u, 0u, takeA);
  }
}

// wgsl/sort/merge/medium_merge.gpu.wgsl
var<workgroup> segmented_sharedLength: u32;

fn segmented_task(workgroup: u32, local: u32) {
  let slot = workgroup;
  if (slot >= segmented_uniformBinCount(segmented_BIN, local)) {
    return;
  }
  let segment = segmented_listedSegment(segmented_BIN, slot);
  if (local == 0u) {
    segmented_sharedLength = segment.length;
  }
  let length = workgroupUniformLoad(&segmented_sharedLength);
  segmented_segmentBegin = segment.begin;
  segmented_fromSide = 0u;
  for (var at = local * segmented_RUN; at < length; at += segmented_WORKGROUP * segmented_RUN) {
    segmented_sortRegisters(segment.begin + at, min(segmented_RUN, length - at), 0u);
  }
  let perLane = (length + segmented_WORKGROUP - 1u) / segmented_WORKGROUP;
  for (var run = segmented_RUN; run < length; run *= 2u) {
    workgroupBarrier();
    segmented_mergedLength = run;
    segmented_mergeTogether(local, segmented_Segment(0u, length), 0u, length, perLane, 0u, 0u);
    segmented_fromSide = segmented_CAPACITY - segmented_fromSide;
  }
  workgroupBarrier();
  for (var i = local; i < length; i += segmented_WORKGROUP) {
    segmented_keysOut[segment.begin + i] = segmented_runKey(i);
  }
}

// wgsl/sort/merge/runs_in_workgroup.gpu.wgsl
var<workgroup> segmented_sides: array<segmented_Key, 2u * segmented_CAPACITY>;
var<private> segmented_fromSide: u32;
var<private> segmented_mergedLength: u32;
var<private> segmented_segmentBegin: u32;

fn segmented_runLength() -> u32 {
  return segmented_mergedLength;
}

fn segmented_runKey(i: u32) -> segmented_Key {
  return segmented_sides[segmented_fromSide + i];
}

fn segmented_putMerged(i: u32, key: segmented_Key) {
  segmented_sides[segmented_CAPACITY - segmented_fromSide + i] = key;
}

fn segmented_storeItem(begin: u32, length: u32, slot: u32, item: segmented_Item, i: u32) {
  if (slot < length) {
    segmented_sides[begin - segmented_segmentBegin + slot] = segmented_keyBits(item);
  }
}

// (sortRegisters)
fn segmented_sortRegisters(begin: u32, length: u32, local: u32) {
  let lane = local % 1u;
  let first = lane * 8u;
  var r0: segmented_Item;
  var r1: segmented_Item;
  var r2: segmented_Item;
  var r3: segmented_Item;
  var r4: segmented_Item;
  var r5: segmented_Item;
  var r6: segmented_Item;
  var r7: segmented_Item;
  r0 = segmented_loadItem(begin, length, first + 0u);
  r1 = segmented_loadItem(begin, length, first + 1u);
  r2 = segmented_loadItem(begin, length, first + 2u);
  r3 = segmented_loadItem(begin, length, first + 3u);
  r4 = segmented_loadItem(begin, length, first + 4u);
  r5 = segmented_loadItem(begin, length, first + 5u);
  r6 = segmented_loadItem(begin, length, first + 6u);
  r7 = segmented_loadItem(begin, length, first + 7u);
  { let a = r0; let b = r1; let swap = segmented_precedes(b, a); r0 = select(a, b, swap); r1 = select(b, a, swap); }
  { let a = r2; let b = r3; let swap = segmented_precedes(b, a); r2 = select(a, b, swap); r3 = select(b, a, swap); }
  { let a = r4; let b = r5; let swap = segmented_precedes(b, a); r4 = select(a, b, swap); r5 = select(b, a, swap); }
  { let a = r6; let b = r7; let swap = segmented_precedes(b, a); r6 = select(a, b, swap); r7 = select(b, a, swap); }
  { let a = r0; let b = r2; let swap = segmented_precedes(b, a); r0 = select(a, b, swap); r2 = select(b, a, swap); }
  { let a = r1; let b = r3; let swap = segmented_precedes(b, a); r1 = select(a, b, swap); r3 = select(b, a, swap); }
  { let a = r4; let b = r6; let swap = segmented_precedes(b, a); r4 = select(a, b, swap); r6 = select(b, a, swap); }
  { let a = r5; let b = r7; let swap = segmented_precedes(b, a); r5 = select(a, b, swap); r7 = select(b, a, swap); }
  { let a = r1; let b = r2; let swap = segmented_precedes(b, a); r1 = select(a, b, swap); r2 = select(b, a, swap); }
  { let a = r5; let b = r6; let swap = segmented_precedes(b, a); r5 = select(a, b, swap); r6 = select(b, a, swap); }
  { let a = r0; let b = r4; let swap = segmented_precedes(b, a); r0 = select(a, b, swap); r4 = select(b, a, swap); }
  { let a = r1; let b = r5; let swap = segmented_precedes(b, a); r1 = select(a, b, swap); r5 = select(b, a, swap); }
  { let a = r2; let b = r6; let swap = segmented_precedes(b, a); r2 = select(a, b, swap); r6 = select(b, a, swap); }
  { let a = r3; let b = r7; let swap = segmented_precedes(b, a); r3 = select(a, b, swap); r7 = select(b, a, swap); }
  { let a = r2; let b = r4; let swap = segmented_precedes(b, a); r2 = select(a, b, swap); r4 = select(b, a, swap); }
  { let a = r3; let b = r5; let swap = segmented_precedes(b, a); r3 = select(a, b, swap); r5 = select(b, a, swap); }
  { let a = r1; let b = r2; let swap = segmented_precedes(b, a); r1 = select(a, b, swap); r2 = select(b, a, swap); }
  { let a = r3; let b = r4; let swap = segmented_precedes(b, a); r3 = select(a, b, swap); r4 = select(b, a, swap); }
  { let a = r5; let b = r6; let swap = segmented_precedes(b, a); r5 = select(a, b, swap); r6 = select(b, a, swap); }
  segmented_storeItem(begin, length, first + 0u, r0, 0u);
  segmented_storeItem(begin, length, first + 1u, r1, 1u);
  segmented_storeItem(begin, length, first + 2u, r2, 2u);
  segmented_storeItem(begin, length, first + 3u, r3, 3u);
  segmented_storeItem(begin, length, first + 4u, r4, 0u);
  segmented_storeItem(begin, length, first + 5u, r5, 1u);
  segmented_storeItem(begin, length, first + 6u, r6, 2u);
  segmented_storeItem(begin, length, first + 7u, r7, 3u);
}

// wgsl/sort/small/item/key.wgsl
alias segmented_Item = segmented_Key;
const segmented_PAD = segmented_MAX_KEY;

fn segmented_precedes(a: segmented_Item, b: segmented_Item) -> bool {
  return segmented_lessKey(a, b);
}

// wgsl/sort/small/item/key_loaded.wgsl
fn segmented_loadItem(begin: u32, length: u32, slot: u32) -> segmented_Item {

  let bits = segmented_inputKey(begin + min(slot, max(length, 1u) - 1u));
  return select(segmented_PAD, segmented_sortKey(bits), slot < length);
}

// wgsl/sort/access/keys_index.wgsl
fn segmented_inputKey(i: u32) -> u32 {
  return i;
}

// wgsl/sort/keys/compared.wgsl
const segmented_MAX_KEY = 0xFFFFFFFFu;

fn segmented_sortKey(bits: u32) -> u32 {
  return bits;
}

fn segmented_keyBits(key: u32) -> u32 {
  return key;
}

fn segmented_lessKey(a: u32, b: u32) -> bool {
  if (max(a, b) == segmented_MAX_KEY) {
    return a < b;
  }
  let earlier = min(a, b);
  let later = max(a, b);
  let laterFirst = segmented_less(segmented_customKey(select(later, earlier, segmented_DESCENDING)), segmented_customKey(select(earlier, later, segmented_DESCENDING)));
  return laterFirst == (a > b);
}

// (key of the caller)
fn segmented_customKey(i: u32) -> vec3<f32> {
  return bitcast<vec3<f32>>(vec3u(segmented_input[3u * i], segmented_input[3u * i + 1u], segmented_input[3u * i + 2u]));
}

// compare.declarations
;

// (function of compare)
fn segmented_less(a: vec3<f32>, b: vec3<f32>) -> bool {

// compare.wgsl
return a.x < b.x;
}
