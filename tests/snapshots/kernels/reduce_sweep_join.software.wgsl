// reduce/sweep join

// (prelude)
const ITEM_COUNT = 0u;
const SEGMENT_COUNT = 1u;
const BIN_COUNTS = 8u;
const SEGMENT_SIZE = 48u;
const WORKGROUP = 8u;
const MERGE_TILE = 4096u;
const SWEEP_MAX_LENGTH = 8192u;
const GROUP_LANES = 1u;
const LEAF = 1u;
const STACK = 32u;
const TREE = true;
@group(0) @binding(0) var<storage, read_write> state: array<u32>;
@group(0) @binding(1) var<storage, read_write> offsets: array<u32>;
@group(0) @binding(2) var<storage, read_write> partials: array<u32>;
@group(0) @binding(3) var<storage, read_write> output0: array<u32>;

// wgsl/reduce/sweep/join.software.wgsl
@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let mergeTile = workgroupIndex(workgroup, grid) * WORKGROUP + local;
  let segments = state[SEGMENT_COUNT];
  if (mergeTile * MERGE_TILE > state[ITEM_COUNT] + segments) {
    return;
  }

  let next = firstOwned((mergeTile + 1u) * MERGE_TILE, segments);
  let id = max(next, 1u) - 1u;
  let segment = segmentAt(id);
  if (id < next && isCut(id, segment, mergeTile, segments)) {
    let tiles = (segment.length - 1u) / MERGE_TILE + 1u;
    writeResults(id, segment.length, fold(mergeTile, tiles, mergeTile, 0u, local, roundsFor(tiles, local)));
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

// wgsl/reduce/fold/fold.wgsl
fn fold(first: u32, count: u32, origin: u32, lane: u32, local: u32, rounds: u32) -> Acc {
  let leaves = count / LEAF + select(0u, 1u, count % LEAF != 0u);
  var inOrder = identity();
  for (var round = 0u; round < rounds; round++) {
    let leaf = round * GROUP_LANES + lane;
    var value = identity();
    if (leaf < leaves) {
      value = foldLeaf(first + leaf * LEAF, first + min(leaf * LEAF + LEAF, count), origin);
    }
    for (var step = 1u; step < GROUP_LANES; step <<= 1u) {
      let later = laterLane(local, value, step);
      if (lane % (step * 2u) == 0u && leaf + step < leaves) {
        value = combine(value, later);
      }
    }
    if (round * GROUP_LANES < leaves) {
      if (TREE) {

        if (lane == 0u) {
          push(round, value);
        }
      } else if (round == 0u) {

        inOrder = value;
      } else {
        inOrder = combine(inOrder, value);
      }
    }
  }
  if (TREE && lane == 0u) {
    return foldStack((leaves + GROUP_LANES - 1u) / GROUP_LANES);
  }
  return inOrder;
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

// wgsl/reduce/sweep/source_tiles.wgsl
fn leafTerm(i: u32, origin: u32) -> Acc {
  return loadPartial(2u * i + select(0u, 1u, i == origin));
}

fn withLeafTerm(before: Acc, i: u32, origin: u32) -> Acc {
  return combine(before, leafTerm(i, origin));
}

// (loadPartial)
fn loadPartial(i: u32) -> Acc {
  return Acc(bitcast<f32>(partials[i * 1u + 0u]));
}

// wgsl/reduce/fold/neighbour/none.wgsl
fn laterLane(local: u32, value: Acc, step: u32) -> Acc {
  return value;
}

// wgsl/reduce/fold/rounds_lane.wgsl
fn roundsFor(count: u32, local: u32) -> u32 {
  return (count + LEAF - 1u) / LEAF;
}

// wgsl/reduce/fold/subtrees/private.wgsl
var<private> subtrees: array<Acc, STACK>;

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
