// segmented_scan/join

// (prelude)
const ITEM_COUNT = 0u;
const SEGMENT_COUNT = 1u;
const BIN_COUNTS = 8u;
const SEGMENT_SIZE = 48u;
const WORKGROUP = 8u;
const MERGE_TILE = 4096u;
const SWEEP_MAX_LENGTH = 8192u;
@group(0) @binding(0) var<storage, read_write> state: array<u32>;
@group(0) @binding(1) var<storage, read_write> offsets: array<u32>;
@group(0) @binding(2) var<storage, read_write> partials: array<u32>;

// wgsl/segmented_scan/join.software.wgsl
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
  if (work.cut == segments) {
    return;
  }
  let pieces = (segmentAt(work.cut).length - 1u) / MERGE_TILE + 1u;
  for (var piece = 1u; piece < pieces; piece += 2u) {
    let slot = slotOfPiece(mergeTile, piece);
    var value = loadPartial(slot);
    for (var span = 1u; (piece & span) != 0u; span <<= 1u) {
      value = combine(loadPartial(slotOfPiece(mergeTile, piece - span)), value);
    }
    storePartial(slot, value);
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

// (storePartial)
fn storePartial(i: u32, value: Acc) {
  partials[i * 1u + 0u] = bitcast<u32>(value.c0);
}

// (loadPartial)
fn loadPartial(i: u32) -> Acc {
  return Acc(bitcast<f32>(partials[i * 1u + 0u]));
}
