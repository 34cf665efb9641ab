// segmented_scan/fold

// (prelude)
alias InputWord = vec4u;
alias Bits = u32;
const ITEM_COUNT = 0u;
const SEGMENT_COUNT = 1u;
const BIN_COUNTS = 8u;
const SEGMENT_SIZE = 48u;
const WORKGROUP = 8u;
const MERGE_TILE = 4096u;
const SWEEP_MAX_LENGTH = 8192u;
const LEAF = 16u;
const STACK = 28u;
const TREE = true;
@group(0) @binding(0) var<storage, read_write> state: array<u32>;
@group(0) @binding(1) var<storage, read_write> offsets: array<u32>;
@group(0) @binding(2) var<storage, read_write> input: array<InputWord>;
@group(0) @binding(3) var<storage, read_write> partials: array<u32>;

// wgsl/segmented_scan/fold.software.wgsl
@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let mergeTile = workgroupIndex(workgroup, grid) * WORKGROUP + local;
  let segments = state[SEGMENT_COUNT];
  if (segments == 0u || mergeTile * MERGE_TILE > state[ITEM_COUNT] + segments) {
    return;
  }
  let work = workOf(mergeTile, segments);
  if (work.id < work.first) {
    let segment = segmentAt(work.id);
    let end = min(work.skipped + MERGE_TILE, segment.length);
    let piece = work.skipped / MERGE_TILE;
    let value = foldPiece(baseOf(work.id, segment), segment.length, work.skipped, end);
    storePartial(slotOfPiece(mergeTile - piece, piece), value);
  }
  if (work.cut < segments) {
    let segment = segmentAt(work.cut);
    let value = foldPiece(baseOf(work.cut, segment), segment.length, 0u, min(MERGE_TILE, segment.length));
    storePartial(slotOfPiece(mergeTile, 0u), value);
  }
}

// wgsl/plan/workgroup_index.wgsl
fn workgroupIndex(workgroup: vec3u, grid: vec3u) -> u32 {
  return workgroup.y * grid.x + workgroup.x;
}

// wgsl/segmented_scan/pieces.software.wgsl
struct Work {
  id: u32,
  first: u32,
  last: u32,
  cut: u32,
  skipped: u32,
}

fn workOf(mergeTile: u32, segments: u32) -> Work {
  let last = firstOwned((mergeTile + 1u) * MERGE_TILE, segments);
  let first = firstOwned(mergeTile * MERGE_TILE, segments);
  var cut = segments;
  if (last > first && isInPieces(last - 1u, segmentAt(last - 1u), segments)) {
    cut = last - 1u;
  }

  let id = max(first, 1u) - 1u;
  let segment = segmentAt(id);
  let skipped = (mergeTile - owningTile(id, segment)) * MERGE_TILE;
  let continues = id < first && skipped < segment.length && isInPieces(id, segment, segments);
  return Work(select(first, id, continues), first, last, cut, select(0u, skipped, continues));
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

// wgsl/segmented_scan/cut.wgsl
fn piecesOf(length: u32) -> u32 {
  return max((length + MERGE_TILE - 1u) / MERGE_TILE, 1u);
}

fn owningTile(id: u32, segment: Segment) -> u32 {
  return (segment.begin + id) / MERGE_TILE;
}

fn isInPieces(id: u32, segment: Segment, segments: u32) -> bool {
  if (segment.length <= SWEEP_MAX_LENGTH) {
    return false;
  }
  let owner = owningTile(id, segment);
  let last = owner + max(piecesOf(segment.length), 2u) - 1u;
  return firstOwned((owner + 1u) * MERGE_TILE, segments) == id + 1u &&
         firstOwned(last * MERGE_TILE, segments) == id + 1u;
}

// wgsl/plan/state.wgsl
struct Segment {
  begin: u32,
  length: u32,
}

fn binCount(bin: u32) -> u32 {
  return state[BIN_COUNTS + bin];
}

// wgsl/segmented_scan/slot.wgsl
fn slotOfPiece(owner: u32, piece: u32) -> u32 {
  return 2u * (owner + piece) + select(0u, 1u, piece == 0u);
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

// wgsl/segmented_scan/segments/contiguous.wgsl
fn baseOf(id: u32, segment: Segment) -> u32 {
  return segment.begin;
}

// wgsl/operators/element/word_of_vectors.wgsl
fn bitsAt(i: u32) -> Bits {
  return input[i / 4u][i % 4u];
}

// wgsl/reduce/fold/leaf_vectors.wgsl
fn window(low: vec4u, high: vec4u, shift: u32) -> vec4u {
  let two = (shift & 2u) != 0u;
  let four = select(low, vec4u(low.zw, high.xy), two);
  let fifth = select(high.x, high.z, two);
  return select(four, vec4u(four.yzw, fifth), (shift & 1u) != 0u);
}

alias Held = vec4u;

fn heldAt(first: u32) -> Held {
  return input[first / 4u];
}

fn foldLeaf(first: u32, end: u32, origin: u32) -> Acc {
  var held = heldAt(first);
  return foldOn(&held, first, end - first, end, origin);
}

fn foldOn(held: ptr<function, Held>, first: u32, count: u32, end: u32, origin: u32) -> Acc {
  let last = (end - 1u) / 4u;
  var value = identity();
  for (var k = 0u; k < LEAF; k += 4u) {
    let at = first + k;
    if (k == 0u || count > 4u) {

      let high = input[min(at / 4u + 1u, last)];
      let bits = window(*held, high, first % 4u);
      let index = indexOf(at, origin);
      let term = elementTerm(bits.x, index);
      if (k == 0u) {
        value = term;
      } else if (k < count) {
        value = combine(value, term);
      }
      if (k + 1u < count) {
        value = combine(value, elementTerm(bits.y, index + 1u));
      }
      if (k + 2u < count) {
        value = combine(value, elementTerm(bits.z, index + 2u));
      }
      if (k + 3u < count) {
        value = combine(value, elementTerm(bits.w, index + 3u));
      }
      *held = high;
    }
  }
  return value;
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

// wgsl/segmented_scan/piece/tile.wgsl
fn foldPiece(base: u32, length: u32, begin: u32, end: u32) -> Acc {
  if (end - begin < MERGE_TILE) {
    return identity();
  }
  return foldTile(base + begin, base);
}

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

// wgsl/reduce/fold/subtrees/private.wgsl
var<private> subtrees: array<Acc, STACK>;

// (storePartial)
fn storePartial(i: u32, value: Acc) {
  partials[i * 1u + 0u] = bitcast<u32>(value.c0);
}
