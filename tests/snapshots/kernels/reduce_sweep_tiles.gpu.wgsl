// reduce/sweep tiles

// (prelude)
alias Scanned = u32;
alias InputWord = vec4u;
alias Bits = u32;
const ITEM_COUNT = 0u;
const SEGMENT_COUNT = 1u;
const BIN_COUNTS = 8u;
const SEGMENT_SIZE = 48u;
const WORKGROUP = 256u;
const MERGE_TILE = 4096u;
const SWEEP_MAX_LENGTH = 4096u;
const LEAF = 16u;
const CUTS = true;
const FIRST_CUT = 64u;
const STACK = 19u;
const TREE = true;
@group(0) @binding(0) var<storage, read_write> state: array<u32>;
@group(0) @binding(1) var<storage, read_write> offsets: array<u32>;
@group(0) @binding(2) var<storage, read_write> partials: array<u32>;
@group(0) @binding(3) var<storage, read_write> input: array<InputWord>;
@group(0) @binding(4) var<storage, read_write> output0: array<u32>;

// wgsl/reduce/sweep/sweep.gpu.wgsl
var<workgroup> mergeTileEnds: array<vec4u, 2>;

var<workgroup> unfound: atomic<u32>;
var<workgroup> cutFound: u32;
var<workgroup> folded: array<Acc, WORKGROUP>;

fn mergeTileBegin(mergeTile: u32, segments: u32) -> vec4u {
  let first = firstOwned(mergeTile * MERGE_TILE, segments);
  let id = max(first, 1u) - 1u;
  let segment = segmentAt(id);
  let home = (segment.begin + id) / MERGE_TILE;
  let skipped = (mergeTile - min(home, mergeTile)) * MERGE_TILE;
  let continues = first > 0u && segment.length > SWEEP_MAX_LENGTH && home < mergeTile && skipped < segment.length;
  let items = select(0u, min(segment.length - skipped, MERGE_TILE), continues);
  return vec4u(first, segment.begin + skipped, items, segment.begin);
}

fn mergeTileEnd(mergeTile: u32, segments: u32) -> vec4u {
  let last = firstOwned((mergeTile + 1u) * MERGE_TILE, segments);
  let id = max(last, 1u) - 1u;
  let segment = segmentAt(id);
  let longer = last > 0u && segment.length > SWEEP_MAX_LENGTH && (segment.begin + id) / MERGE_TILE == mergeTile;
  return vec4u(last, segment.begin, select(0u, segment.length, longer), 0u);
}

fn isFound(mergeTile: u32, last: u32, length: u32, segments: u32, local: u32) -> bool {
  for (var later = local + 1u; later * MERGE_TILE < length; later += WORKGROUP) {
    if (firstOwned((mergeTile + later) * MERGE_TILE, segments) != last) {
      atomicStore(&unfound, 1u);
    }
  }
  workgroupBarrier();
  if (local == 0u) {
    cutFound = select(1u, 0u, atomicLoad(&unfound) != 0u);
  }
  return workgroupUniformLoad(&cutFound) != 0u;
}

struct MergeTile {
  slot: u32,
  firstId: u32,
  endId: u32,
  earlier: Segment,
  origin: u32,
  cut: u32,
}

fn mergeTileOf(mergeTile: u32, segments: u32, local: u32) -> MergeTile {
  if (local == 0u) {
    mergeTileEnds[0] = mergeTileBegin(mergeTile, segments);
  } else if (local == 1u) {
    mergeTileEnds[1] = mergeTileEnd(mergeTile, segments);
  }
  let ends = workgroupUniformLoad(&mergeTileEnds);
  let begin = ends[0];
  let last = ends[1].x;
  var cut = 0u;
  if (CUTS && last > begin.x && ends[1].z > 0u) {
    if (isFound(mergeTile, last, ends[1].z, segments, local)) {
      cut = last;
    }
  }
  return MergeTile(2u * mergeTile, begin.x, last, Segment(begin.y, begin.z), begin.w, cut);
}

fn rangeOf(id: u32, tile: MergeTile) -> Segment {
  if (CUTS && id < tile.firstId) {
    return tile.earlier;
  }
  let segment = segmentAt(id);
  return Segment(segment.begin, select(segment.length, MERGE_TILE, id + 1u == tile.cut));
}

fn storeFolded(id: u32, length: u32, value: Acc, tile: MergeTile) {
  if (CUTS && id < tile.firstId) {
    storePartial(tile.slot, value);
  } else if (CUTS && id + 1u == tile.cut) {
    storePartial(tile.slot + 1u, value);
  } else {
    writeResults(id, length, value);
  }
}

fn combineLeaves(local: u32, index: u32, leaves: u32, most: u32) {
  for (var step = 1u; step < most; step <<= 1u) {
    workgroupBarrier();

    if (index % (2u * step) == 0u && index + step < leaves) {
      folded[local] = combine(folded[local], folded[local + step]);
    }
  }
}

fn foldRound(roundFirst: u32, ranges: u32, tile: MergeTile, local: u32) {
  var next = 0u;
  var part = 0u;
  var inOrder = identity();
  while (next < ranges) {
    let batch = batchFrom(roundFirst, next, ranges, local);
    let leaf = leafOfLane(batch, next, local);
    let id = roundFirst + leaf.slot;
    let range = rangeOf(id, tile);
    let index = part * WORKGROUP + leaf.index;
    let leaves = select(leaf.leaves, allLeaves(range.length), batch.parts > 1u);
    if (index < leaves) {
      let end = min(index * LEAF + LEAF, range.length);
      let origin = select(range.begin, tile.origin, CUTS && id < tile.firstId);
      folded[local] = foldLeaf(range.begin + index * LEAF, range.begin + end, origin);
    }
    combineLeaves(local, index, leaves, batch.most);
    let isFirst = leaf.index == 0u && leaf.leaves > 0u;
    part++;
    if (batch.parts > 1u) {

      if (isFirst) {
        if (TREE) {
          push(part - 1u, folded[local]);
        } else if (part == 1u) {
          inOrder = folded[local];
        } else {
          inOrder = combine(inOrder, folded[local]);
        }
      }
      if (part < batch.parts) {
        continue;
      }
      if (isFirst) {
        if (TREE) {
          folded[local] = foldStack(part);
        } else {
          folded[local] = inOrder;
        }
      }
    }

    if (isFirst) {
      storeFolded(id, range.length, folded[local], tile);
    }
    next = batch.next;
    part = 0u;
  }
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let mergeTile = workgroupIndex(workgroup, grid);
  let tile = mergeTileOf(mergeTile, state[SEGMENT_COUNT], local);
  if (CUTS && local == 0u && FIRST_CUT + mergeTile < arrayLength(&state)) {
    state[FIRST_CUT + mergeTile] = tile.cut;
  }
  let from = tile.firstId - select(0u, 1u, CUTS && tile.earlier.length > 0u);
  for (var first = from; first < tile.endId; first += WORKGROUP) {
    let id = first + local;
    let live = id < tile.endId;
    let length = rangeOf(min(id, tile.endId - 1u), tile).length;
    if (live && length == 0u) {
      writeResults(id, 0u, identity());
    }
    scanLeaves(local, select(0u, min(allLeaves(length), WORKGROUP + 1u), live));
    foldRound(first, min(WORKGROUP, tile.endId - first), tile, local);
  }
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

// wgsl/plan/state.wgsl
struct Segment {
  begin: u32,
  length: u32,
}

fn binCount(bin: u32) -> u32 {
  return state[BIN_COUNTS + bin];
}

// wgsl/reduce/sweep/leaf_tile.gpu.wgsl
struct LaneLeaf {
  slot: u32,
  index: u32,
  leaves: u32,
}

struct Batch {
  firstLeaf: u32,
  next: u32,
  parts: u32,
  most: u32,
}

const SHORT_LEAVES = min(32u, WORKGROUP);

var<workgroup> leafStarts: array<u32, WORKGROUP>;
var<workgroup> leafCounts: array<u32, WORKGROUP>;
var<workgroup> longerLeaves: atomic<u32>;
var<workgroup> leafBatch: Batch;

fn allLeaves(length: u32) -> u32 {
  return (length + LEAF - 1u) / LEAF;
}

fn scanLeaves(local: u32, leaves: u32) {
  if (leaves > SHORT_LEAVES) {
    atomicStore(&longerLeaves, 1u);
  }
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

fn batchFrom(roundFirst: u32, begin: u32, segments: u32, local: u32) -> Batch {
  if (local == 0u) {
    let firstLeaf = leafStarts[begin];
    var next = ownerOf(firstLeaf + WORKGROUP, begin, segments);
    var parts = 1u;

    if (leafStarts[next] + leafCounts[next] <= firstLeaf + WORKGROUP) {
      next++;
    } else if (next == begin) {
      next++;
      parts = (allLeaves(segmentAt(roundFirst + begin).length) + WORKGROUP - 1u) / WORKGROUP;
    }
    leafBatch = Batch(firstLeaf, next, parts, select(SHORT_LEAVES, WORKGROUP, atomicLoad(&longerLeaves) != 0u));
  }
  return workgroupUniformLoad(&leafBatch);
}

fn leafOfLane(batch: Batch, begin: u32, local: u32) -> LaneLeaf {
  let leaf = batch.firstLeaf + local;
  let slot = ownerOf(leaf, begin, batch.next);
  return LaneLeaf(slot, leaf - leafStarts[slot], leafCounts[slot]);
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

// wgsl/plan/workgroup_index.wgsl
fn workgroupIndex(workgroup: vec3u, grid: vec3u) -> u32 {
  return workgroup.y * grid.x + workgroup.x;
}

// wgsl/scan/bank.wgsl
fn bank(slot: u32) -> u32 {
  return slot + slot / 32u;
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

// (storePartial)
fn storePartial(i: u32, value: Acc) {
  partials[i * 1u + 0u] = bitcast<u32>(value.c0);
}

// wgsl/reduce/fold/subtrees/workgroup.wgsl
var<workgroup> subtrees: array<Acc, STACK>;

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
