// segmented_scan/apply

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
const STACK = 28u;
const TILE_LEVEL = 8u;
const TREE = true;
const EXCLUSIVE = false;
const REVERSE = false;
const HAS_INITIAL = false;
@group(0) @binding(0) var<storage, read_write> state: array<u32>;
@group(0) @binding(1) var<storage, read_write> offsets: array<u32>;
@group(0) @binding(2) var<storage, read_write> input: array<InputWord>;
@group(0) @binding(3) var<storage, read_write> partials: array<u32>;
@group(0) @binding(4) var<storage, read_write> results: array<u32>;

// wgsl/segmented_scan/apply.software.wgsl
var<private> before: Acc;

const SCAN_STEP = 64u;

fn beginPiece(owner: u32, piece: u32) -> u32 {
  let given = leavesBefore();
  var k = 0u;
  for (var level = 0u; (given >> level) != 0u; level++) {
    if (((given >> level) & 1u) != 0u) {
      subtrees[level] = givenSubtree(k);
      k++;
    }
  }
  for (var level = 0u; (piece >> level) != 0u; level++) {
    if (((piece >> level) & 1u) != 0u) {
      subtrees[TILE_LEVEL + level] = loadPartial(slotOfPiece(owner, ((piece >> level) << level) - 1u));
    }
  }
  let leaves = given + piece * (MERGE_TILE / LEAF);
  before = emptyResult();
  if (leaves > 0u) {
    before = foldStack(leaves);
    if (!TREE) {
      before = withInitial(before);
    }
  }
  return leaves;
}

fn storeNext(item: u32, value: Acc, isFirst: bool) {
  if (!EXCLUSIVE) {
    storeResult(item, withInitial(value));
  } else if (isFirst) {
    storeResult(item, emptyResult());
  } else {
    storeResult(item, withInitial(before));
  }
  before = value;
}

fn scanLeaf(base: u32, length: u32, at: u32, leaf: u32) {
  var values: array<Acc, LEAF>;
  values[0] = termAt(base, length, at);
  for (var i = 1u; i < LEAF; i++) {
    values[i] = combine(values[i - 1u], termAt(base, length, at + i));
  }
  let total = values[LEAF - 1u];
  for (var rest = leaf; rest != 0u; rest &= rest - 1u) {
    let subtree = subtrees[firstTrailingBit(rest)];
    for (var i = 0u; i < LEAF; i++) {
      values[i] = combine(subtree, values[i]);
    }
  }
  push(leaf, total);
  for (var i = 0u; i < LEAF; i++) {
    storeNext(itemOf(base, length, at + i), values[i], leaf == 0u && i == 0u);
  }
}

fn scanRest(base: u32, length: u32, at: u32, end: u32, leaf: u32) {
  var value = identity();
  for (var position = at; position < end; position++) {
    let term = termAt(base, length, position);
    if (position == at) {
      value = term;
    } else {
      value = combine(value, term);
    }
    var result = value;
    for (var rest = leaf; rest != 0u; rest &= rest - 1u) {
      result = combine(subtrees[firstTrailingBit(rest)], result);
    }
    storeNext(itemOf(base, length, position), result, leaf == 0u && position == at);
  }
}

fn scanRun(base: u32, length: u32, at: u32, end: u32) {
  for (var position = at; position < end; position++) {
    let item = itemOf(base, length, position);
    let value = combine(before, termAt(base, length, position));
    if (EXCLUSIVE) {
      storeResult(item, before);
    } else {
      storeResult(item, value);
    }
    before = value;
  }
}

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
  var id = work.id;
  var skipped = work.skipped;
  var at = skipped;
  var leaves = 0u;
  while (id < work.last) {
    let segment = segmentAt(id);
    let base = baseOf(id, segment);
    let tiled = id == work.cut || id < work.first;
    let end = select(segment.length, min(skipped + MERGE_TILE, segment.length), tiled);
    if (at == skipped) {
      leaves = beginPiece(mergeTile - skipped / MERGE_TILE, skipped / MERGE_TILE);
    }
    if (at < end) {
      let next = min(at + select(SCAN_STEP, LEAF, TREE), end);
      let leaf = leaves + (at - skipped) / LEAF;
      if (!TREE) {
        scanRun(base, segment.length, at, next);
      } else if (next - at == LEAF) {
        scanLeaf(base, segment.length, at, leaf);
      } else {
        scanRest(base, segment.length, at, next, leaf);
      }
      at = next;
    }
    if (at == end) {
      id++;
      at = 0u;
      skipped = 0u;
    }
  }
}

// wgsl/segmented_scan/slot.wgsl
fn slotOfPiece(owner: u32, piece: u32) -> u32 {
  return 2u * (owner + piece) + select(0u, 1u, piece == 0u);
}

// wgsl/segmented_scan/initial.wgsl
fn emptyResult() -> Acc {
  if (HAS_INITIAL) {
    return initialValue();
  }
  return identity();
}

fn withInitial(value: Acc) -> Acc {
  if (HAS_INITIAL) {
    return combine(initialValue(), value);
  }
  return value;
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

// wgsl/segmented_scan/term.wgsl
fn itemOf(base: u32, length: u32, position: u32) -> u32 {
  return base + select(position, length - 1u - position, REVERSE);
}

fn termAt(base: u32, length: u32, position: u32) -> Acc {
  return elementTerm(bitsAt(itemOf(base, length, position)), indexOf(position, length));
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

// wgsl/operators/element/word.wgsl
fn bitsAt(i: u32) -> Bits {
  return input[i];
}

// wgsl/operators/number/f32.wgsl
fn numberOf(bits: u32) -> f32 {
  return bitcast<f32>(bits);
}

// (term of an element)
fn elementTerm(bits: u32, index: u32) -> Acc {
  return Acc(numberOf(bits));
}

// wgsl/segmented_scan/window/whole.wgsl
fn leavesBefore() -> u32 {
  return 0u;
}

fn givenSubtree(k: u32) -> Acc {
  return identity();
}

fn indexOf(position: u32, length: u32) -> u32 {
  return select(position, length - 1u - position, REVERSE);
}

// wgsl/reduce/fold/subtrees/private.wgsl
var<private> subtrees: array<Acc, STACK>;

// (loadPartial)
fn loadPartial(i: u32) -> Acc {
  return Acc(bitcast<f32>(partials[i * 1u + 0u]));
}

// (results)
fn storeResult(i: u32, value: Acc) {
  let total = value.c0;
  results[i] = bitcast<u32>(total);
}

// (initial value)
fn initialValue() -> Acc {
  return identity();
}
