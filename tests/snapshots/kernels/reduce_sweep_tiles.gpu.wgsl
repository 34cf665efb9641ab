// reduce/sweep tiles

// (prelude)
alias Scanned = u32;
alias InputWord = vec4u;
alias Bits = u32;
const ITEM_COUNT = 0u;
const SEGMENT_COUNT = 1u;
const BIN_COUNTS = 8u;
const SEGMENT_SIZE = 48u;
const FIRST_ID = 64u;
const WORKGROUP = 256u;
const MERGE_TILE = 4096u;
const SWEEP_MAX_LENGTH = 512u;
const LEAF = 16u;
@group(0) @binding(0) var<storage, read_write> state: array<u32>;
@group(0) @binding(1) var<storage, read_write> longSpans: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read_write> offsets: array<u32>;
@group(0) @binding(3) var<storage, read_write> input: array<InputWord>;
@group(0) @binding(4) var<storage, read_write> output0: array<u32>;

// wgsl/reduce/sweep/sweep.gpu.wgsl
var<workgroup> mergeTileBounds: array<u32, 2>;
var<workgroup> folded: array<Acc, WORKGROUP>;

fn foldBatch(roundFirst: u32, segments: u32, begin: u32, local: u32) -> u32 {
  let batch = batchFrom(begin, segments, local);
  let leaf = leafOfLane(batch, begin, local);
  let live = leaf.index < leaf.leaves;
  let segment = segmentAt(roundFirst + leaf.slot);
  if (live) {
    let end = min(leaf.index * LEAF + LEAF, segment.length);
    folded[local] = foldLeaf(segment.begin + leaf.index * LEAF, segment.begin + end, segment.begin);
  }
  for (var step = 1u; step * LEAF < SWEEP_MAX_LENGTH; step <<= 1u) {
    workgroupBarrier();

    if (live && leaf.index % (2u * step) == 0u && leaf.index + step < leaf.leaves) {
      folded[local] = combine(folded[local], folded[local + step]);
    }
  }
  if (live && leaf.index == 0u) {
    writeResults(roundFirst + leaf.slot, segment.length, folded[local]);
  }
  return batch.y;
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let tile = workgroupIndex(workgroup, grid);
  if (local < 2u) {
    mergeTileBounds[local] = firstOwned((tile + local) * MERGE_TILE, state[SEGMENT_COUNT]);
  }
  let owned = workgroupUniformLoad(&mergeTileBounds);
  let last = owned[1];
  for (var first = owned[0]; first < last; first += WORKGROUP) {
    let id = first + local;
    let live = id < last;
    let segment = segmentAt(min(id, last - 1u));
    if (live && segment.length > SWEEP_MAX_LENGTH) {
      listLong(id, segment);
    }
    if (live && segment.length == 0u) {
      writeResults(id, 0u, identity());
    }
    scanLeaves(local, select(0u, leavesOf(segment.length), live));
    let segments = min(WORKGROUP, last - first);
    var next = 0u;
    while (next < segments) {
      next = foldBatch(first, segments, next, local);
    }
  }
}

fn listLong(id: u32, segment: Segment) {
  let slot = atomicAdd(&longSpans[longListLength()], 1u);
  atomicMax(&longSpans[longest()], segment.length);
  atomicStore(&longSpans[2u * slot], segment.begin);
  atomicStore(&longSpans[2u * slot + 1u], segment.length);
  state[FIRST_ID + slot] = id;
}

// wgsl/reduce/sweep/leaf_tile.gpu.wgsl
struct LaneLeaf {
  slot: u32,
  index: u32,
  leaves: u32,
}

var<workgroup> leafStarts: array<u32, WORKGROUP>;
var<workgroup> leafCounts: array<u32, WORKGROUP>;
var<workgroup> leafBatch: vec2u;

fn leavesOf(length: u32) -> u32 {
  return select((length + LEAF - 1u) / LEAF, 0u, length > SWEEP_MAX_LENGTH);
}

fn scanLeaves(local: u32, leaves: u32) {
  let scan = blockScan(local, leaves);
  leafStarts[local] = scan.before;
  leafCounts[local] = leaves;
  workgroupBarrier();
}

fn ownerOf(leaf: u32, low: u32, high: u32) -> u32 {
  var first = low;
  var end = high;
  while (end - first > 1u) {
    let middle = (first + end) / 2u;
    if (leafStarts[middle] <= leaf) {
      first = middle;
    } else {
      end = middle;
    }
  }
  return first;
}

fn batchFrom(begin: u32, segments: u32, local: u32) -> vec2u {
  if (local == 0u) {
    let firstLeaf = leafStarts[begin];
    var next = ownerOf(firstLeaf + WORKGROUP, begin, segments);

    if (leafStarts[next] + leafCounts[next] <= firstLeaf + WORKGROUP) {
      next++;
    }
    leafBatch = vec2u(firstLeaf, next);
  }
  return workgroupUniformLoad(&leafBatch);
}

fn leafOfLane(batch: vec2u, begin: u32, local: u32) -> LaneLeaf {
  let leaf = batch.x + local;
  let slot = ownerOf(leaf, begin, batch.y);
  return LaneLeaf(slot, leaf - leafStarts[slot], leafCounts[slot]);
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
    let middle = (low + high) / 2u;
    if (segmentAt(middle).begin + middle < diagonal) {
      low = middle + 1u;
    } else {
      high = middle;
    }
  }
  return low;
}

// wgsl/plan/state.wgsl
struct Segment {
  begin: u32,
  length: u32,
}

fn binCount(bin: u32) -> u32 {
  return state[BIN_COUNTS + bin];
}

// wgsl/reduce/sweep/long_list.gpu.wgsl
fn longListLength() -> u32 {
  return arrayLength(&longSpans) - 1u;
}

fn longest() -> u32 {
  return arrayLength(&longSpans) - 2u;
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

// wgsl/scan/block.gpu.wgsl
const BLOCK_LANES = WORKGROUP;
const RAKE = 16u;
const ROWS_RAKED = WORKGROUP / RAKE;

struct BlockScan {
  before: Scanned,
  total: Scanned,
}

var<workgroup> blockSums: array<Scanned, WORKGROUP + WORKGROUP / 32u>;
var<workgroup> rowSums: array<Scanned, ROWS_RAKED>;

fn bank(slot: u32) -> u32 {
  return slot + slot / 32u;
}

fn blockIndex(workgroup: u32, local: u32) -> u32 {
  return workgroup;
}

fn blockLane(local: u32) -> u32 {
  return local;
}

fn blockScan(local: u32, value: Scanned) -> BlockScan {
  blockSums[bank(local)] = value;
  workgroupBarrier();
  if (local < ROWS_RAKED) {
    var sum = scanIdentity();
    for (var i = local * RAKE; i < local * RAKE + RAKE; i++) {
      let next = blockSums[bank(i)];
      blockSums[bank(i)] = sum;
      sum = scanCombine(sum, next);
    }
    rowSums[local] = sum;
  }
  workgroupBarrier();
  var before = blockSums[bank(local)];
  var total = scanIdentity();
  for (var row = 0u; row < ROWS_RAKED; row++) {
    if (row == local / RAKE) {
      before = scanCombine(total, before);
    }
    total = scanCombine(total, rowSums[row]);
  }
  return BlockScan(before, total);
}

// wgsl/scan/add.wgsl
fn scanIdentity() -> Scanned {
  return Scanned();
}

fn scanCombine(a: Scanned, b: Scanned) -> Scanned {
  return a + b;
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

// wgsl/operators/number/f32.wgsl
fn numberOf(bits: u32) -> f32 {
  return bitcast<f32>(bits);
}

// (term of an element)
fn elementTerm(bits: u32, index: u32) -> Acc {
  return Acc(numberOf(bits));
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
