// sort/medium 8192 merge

// (prelude)
alias segmented_Key = u32;
alias segmented_InputWord = u32;
const segmented_BIN_COUNTS = 8u;
const segmented_BIN_BASES = 28u;
const segmented_SEGMENT_SIZE = 48u;
const segmented_WORKGROUP = 8u;
const segmented_LANES = 1u;
const segmented_BIN = 5u;
const segmented_RUN = 8u;
const segmented_DESCENDING = false;
@group(0) @binding(0) var<storage, read_write> segmented_state: array<u32>;
@group(0) @binding(1) var<storage, read_write> segmented_spans: array<vec2u>;
@group(0) @binding(2) var<uniform> segmented_runShift: u32;
@group(0) @binding(3) var<storage, read_write> segmented_keysFrom: array<segmented_Key>;
@group(0) @binding(4) var<storage, read_write> segmented_keysTo: array<segmented_Key>;
@group(0) @binding(5) var<storage, read_write> segmented_input: array<segmented_InputWord>;

// wgsl/plan/once.wgsl
@compute@workgroup_size(segmented_WORKGROUP)
fn segmented_main(@builtin(workgroup_id)a:vec3u,@builtin(num_workgroups)b:vec3u,
@builtin(local_invocation_id)c:vec3u){
segmented_task(segmented_workgroupIndex(a,b),c.x);
}

// wgsl/plan/workgroup_index.wgsl
fn segmented_workgroupIndex(a:vec3u,b:vec3u)->u32{
return a.y*b.x+a.x;
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

// wgsl/plan/ceil_div.wgsl
fn segmented_ceilDiv(value: u32, divisor: u32) -> u32 {
  return value / divisor + select(0u, 1u, value % divisor != 0u);
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

// wgsl/sort/merge/medium_lanes.wgsl
fn segmented_task(workgroup: u32, local: u32) {
  let slot = (workgroup * segmented_WORKGROUP + local) / segmented_LANES;
  if (slot < segmented_binCount(segmented_BIN)) {
    let segment = segmented_listedSegment(segmented_BIN, slot);

    let perLane = segmented_ceilDiv(segmented_ceilDiv(segment.length, segmented_LANES), segmented_RUN) * segmented_RUN;
    let start = min(local % segmented_LANES * perLane, segment.length);
    segmented_work(segment, start, min(start + perLane, segment.length));
  }
}

// wgsl/sort/merge/whole.software.wgsl
fn segmented_work(segment: segmented_Segment, start: u32, stop: u32) {
  segmented_mergeSpan(segment, start, stop, 0u, 0u);
}

// wgsl/sort/merge/runs_in_storage.wgsl
fn segmented_runLength() -> u32 {
  return 1u << segmented_runShift;
}

fn segmented_runKey(i: u32) -> segmented_Key {
  return segmented_keysFrom[i];
}

fn segmented_putMerged(i: u32, key: segmented_Key) {
  segmented_keysTo[i] = key;
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
