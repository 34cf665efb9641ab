// reduce/sweep tiles

// (prelude)
alias InputWord = u32;
alias Bits = u32;
const ITEM_COUNT = 0u;
const SEGMENT_COUNT = 1u;
const BIN_COUNTS = 8u;
const SEGMENT_SIZE = 48u;
const WORKGROUP = 8u;
const MERGE_TILE = 4096u;
const SWEEP_MAX_LENGTH = 8192u;
const LEAF = 16u;
const STACK = 27u;
const TREE = true;
@group(0) @binding(0) var<storage, read_write> state: array<u32>;
@group(0) @binding(1) var<storage, read_write> offsets: array<u32>;
@group(0) @binding(2) var<storage, read_write> input: array<InputWord>;
@group(0) @binding(3) var<storage, read_write> partials: array<u32>;
@group(0) @binding(4) var<storage, read_write> output0: array<u32>;

// wgsl/reduce/sweep/sweep.software.wgsl
@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let mergeTile = workgroupIndex(workgroup, grid) * WORKGROUP + local;
  let segments = state[SEGMENT_COUNT];
  if (segments == 0u || mergeTile * MERGE_TILE > state[ITEM_COUNT] + segments) {
    return;
  }
  let last = firstOwned((mergeTile + 1u) * MERGE_TILE, segments);
  let first = firstOwned(mergeTile * MERGE_TILE, segments);
  var cut = segments;
  if (last > first && isCut(last - 1u, segmentAt(last - 1u), mergeTile, segments)) {
    cut = last - 1u;
  }

  var id = max(first, 1u) - 1u;
  var segment = segmentAt(id);
  var skipped = (mergeTile - (segment.begin + id) / MERGE_TILE) * MERGE_TILE;
  if (id < first && (segment.length <= SWEEP_MAX_LENGTH || skipped >= segment.length)) {
    id = first;
    segment = segmentAt(min(id, segments - 1u));
  }

  let passed = mergeTile - local - (segment.begin + id) / MERGE_TILE;
  if (id < first && (passed + WORKGROUP) * MERGE_TILE <= segment.length) {
    storePartial(2u * mergeTile, foldTile(segment.begin + skipped, segment.begin));
    id = first;
    segment = segmentAt(min(id, segments - 1u));
  }
  if (id == first) {
    skipped = 0u;
  }
  var at = 0u;
  var value = identity();
  while (id < last) {
    let tiled = id == cut || id < first;
    let begin = segment.begin + skipped;
    let length = select(segment.length, min(segment.length - skipped, MERGE_TILE), tiled);
    if (at < length) {
      let end = min(stepEnd(begin + at) - begin, length);
      let terms = foldStep(begin + at, begin + end, segment.begin);
      if (TREE && length > LEAF) {
        push(at / LEAF, terms);
      } else if (at == 0u) {
        value = terms;
      } else {
        value = combine(value, terms);
      }
      at = end;
    }
    if (at == length) {
      if (length == 0u) {
        value = identity();
      }
      if (TREE && length > LEAF) {
        value = foldStack((length - 1u) / LEAF + 1u);
      }
      if (tiled) {
        storePartial(2u * mergeTile + select(0u, 1u, skipped == 0u), value);
      } else {
        writeResults(id, length, value);
      }
      id++;
      if (id < last) {
        segment = segmentAt(id);
      }
      at = 0u;
      skipped = 0u;
    }
  }
}

// wgsl/plan/workgroup_index.wgsl
fn workgroupIndex(workgroup: vec3u, grid: vec3u) -> u32 {
  return workgroup.y * grid.x + workgroup.x;
}

// wgsl/reduce/sweep/owned.wgsl
fn firstOwned(diagonal: u32, segments: u32) -> u32 {
  var low = 0u;
  var high = segments;
  while (low < high) {

    let first = low + (high - low) / 4u;
    let second = low + (high - low) / 2u;
    let third = second + (high - second) / 2u;
    let firstBefore = segmentAt(first).begin + first < diagonal;
    let secondBefore = segmentAt(second).begin + second < diagonal;
    if (segmentAt(third).begin + third < diagonal) {
      low = third + 1u;
    } else if (secondBefore) {
      low = second + 1u;
      high = third;
    } else if (firstBefore) {
      low = first + 1u;
      high = second;
    } else {
      high = first;
    }
  }
  return low;
}

// wgsl/reduce/sweep/cut.software.wgsl
fn isCut(id: u32, segment: Segment, mergeTile: u32, segments: u32) -> bool {
  var cut = segment.length > SWEEP_MAX_LENGTH && (segment.begin + id) / MERGE_TILE == mergeTile;
  var next = mergeTile * MERGE_TILE;
  for (var skipped = MERGE_TILE; cut && skipped < segment.length; skipped += MERGE_TILE) {
    next += MERGE_TILE;
    cut = firstOwned(next, segments) == id + 1u;
  }
  return cut;
}

// wgsl/plan/state.wgsl
struct Segment {
  begin: u32,
  length: u32,
}

fn binCount(bin: u32) -> u32 {
  return state[BIN_COUNTS + bin];
}

// wgsl/reduce/fold/stack.wgsl
fn push(index: u32, subtree: Acc) {
  var value = subtree;
  var level = 0u;
  for (; (index >> level) % 2u == 1u; level++) {
    value = combine(subtrees[level], value);
  }
  subtrees[level] = value;
}

fn foldStack(count: u32) -> Acc {
  var result = identity();
  var first = true;
  for (var level = 0u; (count >> level) != 0u; level++) {
    if ((count >> level) % 2u == 1u) {
      if (first) {
        result = subtrees[level];
      } else {
        result = combine(subtrees[level], result);
      }
      first = false;
    }
  }
  return result;
}

// wgsl/partition/segments/offsets_or_size.wgsl
fn segmentAt(id: u32) -> Segment {
  let size = state[SEGMENT_SIZE];
  if (size != 0u) {
    return Segment(id * size, size);
  }
  let end = min(offsets[id + 1u], state[ITEM_COUNT]);
  let begin = min(offsets[id], end);
  return Segment(begin, end - begin);
}

// wgsl/reduce/fold/subtrees/private.wgsl
var<private> subtrees: array<Acc, STACK>;

// wgsl/reduce/sweep/steps.software.wgsl
fn stepEnd(first: u32) -> u32 {
  return first + select(4u * LEAF, LEAF, TREE);
}

fn foldStep(first: u32, end: u32, origin: u32) -> Acc {
  return foldLeaf(first, end, origin);
}

fn foldTile(first: u32, origin: u32) -> Acc {
  let end = first + MERGE_TILE;
  if (!TREE) {
    return foldStep(first, end, origin);
  }
  var held = heldAt(first);
  for (var leaf = 0u; leaf < MERGE_TILE / LEAF; leaf++) {
    push(leaf, foldOn(&held, first + leaf * LEAF, LEAF, end, origin));
  }
  return foldStack(MERGE_TILE / LEAF);
}

// wgsl/operators/element/word.wgsl
fn bitsAt(i: u32) -> Bits {
  return input[i];
}

// wgsl/reduce/fold/leaf.wgsl
fn foldLeaf(first: u32, end: u32, origin: u32) -> Acc {
  var value = leafTerm(first, origin);
  for (var i = first + 1u; i < end; i++) {
    value = withLeafTerm(value, i, origin);
  }
  return value;
}

alias Held = u32;

fn heldAt(first: u32) -> Held {
  return 0u;
}

fn foldOn(held: ptr<function, Held>, first: u32, count: u32, end: u32, origin: u32) -> Acc {
  return foldLeaf(first, first + count, origin);
}

// wgsl/reduce/fold/source_input.wgsl
fn indexOf(i: u32, origin: u32) -> u32 {
  return i - origin;
}

fn leafTerm(i: u32, origin: u32) -> Acc {
  return elementTerm(bitsAt(i), indexOf(i, origin));
}

fn withLeafTerm(before: Acc, i: u32, origin: u32) -> Acc {
  return appended(before, bitsAt(i), indexOf(i, origin));
}

// wgsl/operators/number/f32.wgsl
fn numberOf(bits: u32) -> f32 {
  return bitcast<f32>(bits);
}

// (term of an element)
fn elementTerm(bits: u32, index: u32) -> Acc {
  return Acc(numberOf(bits));
}

// (append of an element)
fn appended(a: Acc, bits: u32, index: u32) -> Acc {
  return Acc(combineMember0(a.c0, numberOf(bits)));
}

// (storePartial)
fn storePartial(i: u32, value: Acc) {
  partials[i * 1u + 0u] = bitcast<u32>(value.c0);
}

// (accumulator)
struct Acc {
  c0: f32,
}

fn identity() -> Acc {
  return Acc(0.0);
}

fn combineMember0(a: f32, b: f32) -> f32 {
  return a + b;
}

fn combine(a: Acc, b: Acc) -> Acc {
  return Acc(combineMember0(a.c0, b.c0));
}

// (results)
fn writeResults(segment: u32, length: u32, value: Acc) {
  {
    let total = value.c0;
    output0[segment * 1u + 0u] = bitcast<u32>(total);
  }
}
