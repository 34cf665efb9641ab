// The sweep of GPUs for sums of integers, modulo 2^32, whose items fit into workgroup memory. A workgroup takes
// MERGE_TILE items and segments, counted together. It makes the sum of all items before each item of its window. So a
// segment inside the window is a difference of two sums. It costs the same whatever its length is.
// Windows follow each other. A segment that leaves its window is cut there, and join.gpu.wgsl adds its parts. Where no
// segment is longer than a window, the workgroup adds the items after its window instead, one by one.
//
//   offsets, input   read
//   outputs          written, by segment id, only for segments that are not cut
//   partials, state  written, as sweep.gpu.wgsl does: here the parts of a segment end where windows do
//   MERGE_TILE       32 items a lane, but for 32
//   CUTS             whether segments can be longer
//
// Method: prefix sums in workgroup memory. A lane first adds up its own 32 items. Then the lanes' sums are scanned.
//
// import Segment from plan/state
// import workgroupIndex from plan/grid
// import TURNS from reduce/sweep/owned.gpu
// given segmentAt, boundAt, segmentsOfCall, itemsOfCall, WORKGROUP, MERGE_TILE, CUTS, FIRST_CUT, Acc, elementTerm
// given blockScan, bitsAt, ownedTogether, SEEKERS, storePartial, writeResults

var<storage, read_write> state: array<u32>;

/** Items of a lane, which follow each other. */
const OWN = 32u;
const WINDOW = OWN * WORKGROUP;
/** A lane adds so many items of a segment outside the window by itself. */
const SHORT = 16u;
/** One word in 33 is free, so that lanes reach different banks. */
const OWN_ROW = WORKGROUP + WORKGROUP / 32u;

/** The items, then for each item the sum of those before it, from the first of its lane on. */
var<workgroup> before: array<u32, WINDOW + WORKGROUP + 1u>;
/** The sum of all items before those of each lane. */
var<workgroup> starts: array<u32, WORKGROUP + 1u>;
/** Where a merge tile begins: the first segment that it owns, and where the one before begins and ends. */
struct Edge {
  next: u32,
  begin: u32,
  end: u32,
}

var<workgroup> edges: array<Edge, 2>;            // of the merge tile, and of the next one
/** The complement of the first segment that is neither inside nor cut nor short, and the id + 1 of the last one. */
var<workgroup> strayFirst: atomic<u32>;
var<workgroup> strayEnd: atomic<u32>;
var<workgroup> strayRange: array<u32, 2>;
var<workgroup> strayIds: array<u32, WORKGROUP>;
var<workgroup> strayCount: atomic<u32>;
var<workgroup> sharedCount: u32;
var<workgroup> sharedSegment: Segment;
var<workgroup> straySum: atomic<u32>;

/** The sum of the first `count` items of the window. */
fn sumBefore(count: u32) -> u32 {
  let place = min(count, WINDOW);
  return starts[place / OWN] + before[place + place / OWN];
}

fn termOf(item: u32) -> u32 {
  return elementTerm(bitsAt(item), 0u).c0;
}

/** Loads the items of the window, and adds up. Items after `count` do no harm, and some are not loaded. */
fn sumWindow(base: u32, count: u32, local: u32) {
  // Tint does not know the range of a parameter, and would check every index below.
  let lane = min(local, WORKGROUP - 1u);
  for (var group = 0u; group < OWN / 4u; group++) {
    if (group * 4u * WORKGROUP >= count) {
      break;
    }
    // Four loads, then four stores: a lane waits once.
    let at = base + lane + 4u * group * WORKGROUP;
    let low = vec2u(termOf(at), termOf(at + WORKGROUP));
    let high = vec2u(termOf(at + 2u * WORKGROUP), termOf(at + 3u * WORKGROUP));
    let words = vec4u(low, high);
    for (var k = 0u; k < 4u; k++) {
      before[lane + lane / OWN + (4u * group + k) * OWN_ROW] = words[k];
    }
  }
  workgroupBarrier();
  var sum = 0u;
  for (var k = 0u; k < OWN; k++) {
    let place = lane * (OWN + 1u) + k;
    let term = before[place];
    before[place] = sum;
    sum += term;
  }
  let scanned = blockScan(local, sum);
  starts[local] = scanned.before;
  if (local == 0u) {
    starts[WORKGROUP] = scanned.total;
  }
  workgroupBarrier();
}

/**
 * Whether each later merge tile that has a part of segment `last` - 1 finds it just before the first segment that it
 * owns. If offsets do not fall, this is true. What merge tiles find never falls, so the last one stands for all.
 */
fn isCutRight(last: u32, end: u32, segments: u32, local: u32) -> bool {
  return ownedTogether((end + last) / MERGE_TILE * MERGE_TILE, segments, local % SEEKERS) == last;
}

/** Whether a segment is inside the window. Places before the window are great numbers. */
fn isInside(segment: Segment, base: u32, count: u32) -> bool {
  return max(segment.begin - base, segment.begin + segment.length - base) <= count;
}

/** The sum of a segment that is not inside the window, for all lanes together: its items there, and all others. */
fn sumStray(segment: Segment, base: u32, count: u32, local: u32) -> u32 {
  let end = segment.begin + segment.length;
  var first = segment.begin;
  var sum = 0u;
  if (first >= base && first < base + count) {
    sum = select(0u, sumBefore(count) - sumBefore(first - base), local == 0u);
    first = base + count;
  }
  for (var item = first + local; item < end; item += WORKGROUP) {
    sum += termOf(item);
  }
  atomicAdd(&straySum, sum);
  workgroupBarrier();
  return atomicLoad(&straySum);
}

/**
 * Adds up the segments that are neither inside the window nor cut nor short: one where segments fit a window, or many
 * where offsets fall.
 */
fn sumStrays(base: u32, count: u32, cut: u32, local: u32) {
  workgroupBarrier();
  if (local == 0u) {
    strayRange = array<u32, 2>(~atomicLoad(&strayFirst), atomicLoad(&strayEnd));
  }
  let range = workgroupUniformLoad(&strayRange);
  for (var from_ = range[0]; from_ < range[1]; from_ += WORKGROUP) {
    let id = from_ + local;
    if (id < range[1] && id + 1u != cut) {
      let segment = segmentAt(id);
      if (segment.length > SHORT && !isInside(segment, base, count)) {
        strayIds[atomicAdd(&strayCount, 1u) % WORKGROUP] = id;
      }
    }
    workgroupBarrier();
    if (local == 0u) {
      sharedCount = atomicLoad(&strayCount);
    }
    let listed = workgroupUniformLoad(&sharedCount);
    for (var i = 0u; i < listed; i++) {
      if (local == 0u) {
        sharedSegment = segmentAt(strayIds[i]);
        atomicStore(&straySum, 0u);
      }
      let segment = workgroupUniformLoad(&sharedSegment);
      let sum = sumStray(segment, base, count, local);
      if (local == 0u) {
        writeResults(strayIds[i], segment.length, Acc(sum));
      }
    }
    workgroupBarrier();
    if (local == 0u) {
      atomicStore(&strayCount, 0u);
    }
    workgroupBarrier();
  }
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let mergeTile = workgroupIndex(workgroup, grid);
  let segments = segmentsOfCall();
  // Two lanes, or two groups of lanes, search side by side.
  let side = local / SEEKERS;
  if (side < 2u) {
    let next = ownedTogether((mergeTile + side) * MERGE_TILE, segments, local % SEEKERS);
    let end = boundAt(next);
    let edge = Edge(next, min(boundAt(max(next, 1u) - 1u), end), end);
    if (local % SEEKERS == 0u) {
      edges[side] = edge;
    }
  }
  let both = workgroupUniformLoad(&edges);
  let first = both[0].next;
  let last = both[1].next;
  // Where the window begins, and the next one. If offsets do not fall, segments begin in the window of their merge
  // tile.
  let start = min(mergeTile * MERGE_TILE - first, itemsOfCall());
  let nextStart = min((mergeTile + 1u) * MERGE_TILE - last, itemsOfCall());
  // Of the segment before the first one, if it is cut, a part.
  let hasPart = CUTS && first > 0u && both[0].end > start;
  let partEnd = select(start, min(both[0].end, start + MERGE_TILE), hasPart);
  // All up to the end of the last segment, if it fits. 32 items are loaded together.
  let ownEnd = select(nextStart, both[1].end, last > first && both[1].begin >= start);
  let base = start / 32u * 32u;
  let count = min(max(max(partEnd, nextStart), ownEnd) - base, WINDOW);
  sumWindow(base, count, local);

  var cut = 0u;
  if (CUTS) {
    let isOwn = last > first && both[1].begin >= start && both[1].begin <= nextStart;
    if (isOwn && both[1].end > base + count) {
      if (isCutRight(last, both[1].end, segments, local)) {
        cut = last;
      }
    }
    if (local == 0u) {
      if (FIRST_CUT + mergeTile < arrayLength(&state)) {
        state[FIRST_CUT + mergeTile] = cut;
      }
      if (hasPart) {
        storePartial(2u * mergeTile, Acc(sumBefore(partEnd - base) - sumBefore(start - base)));
      }
      if (cut > 0u) {
        storePartial(2u * mergeTile + 1u, Acc(sumBefore(nextStart - base) - sumBefore(both[1].begin - base)));
      }
    }
  }
  for (var row = 0u; row < TURNS; row++) {
    let id = first + row * WORKGROUP + local;
    if (id >= last) {
      break;
    }
    let segment = segmentAt(id);
    if (isInside(segment, base, count)) {
      let place = segment.begin - base;
      writeResults(id, segment.length, Acc(sumBefore(place + segment.length) - sumBefore(place)));
    } else if (id + 1u != cut) {
      if (segment.length > SHORT) {
        atomicMax(&strayFirst, ~id);
        atomicMax(&strayEnd, id + 1u);
      } else {
        var sum = 0u;
        for (var i = 0u; i < segment.length; i++) {
          sum += termOf(segment.begin + i);
        }
        writeResults(id, segment.length, Acc(sum));
      }
    }
  }
  sumStrays(base, count, cut, local);
}
