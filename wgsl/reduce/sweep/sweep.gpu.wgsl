// The sweep of GPUs: segments by offsets or of one size, without a partition and without a setup. A workgroup takes a
// merge tile (owned.wgsl). It loads the tile's items, then a lane folds two leaves of a segment, and pairs of leaves
// are combined pairwise, as in reduce/fold/fold.wgsl. So lanes are as busy with many short segments as with a few
// longer ones. A segment longer than MERGE_TILE is cut into tiles of MERGE_TILE items, which are whole subtrees of its
// tree.
// The first tile belongs to the merge tile where the segment begins. Each later merge tile that has a part of the
// segment folds one tile. join.gpu.wgsl folds the tiles' results.
//
//   offsets, input            read
//   outputs                   written, by segment id, only for segments that are not cut
//   partials                  written: two slots a merge tile, for a tile of an earlier segment and for a first tile
//   state                     written: for each merge tile, from FIRST_CUT on, the id + 1 of the segment that begins
//                             in it and is cut, or 0
//   MERGE_TILE                WORKGROUP slots: SLOT_PAIRS pairs of leaves each, one or two
//   CUTS                      whether segments can be longer
//
// import Segment from plan/state
// import workgroupIndex from plan/grid
// import TileBound, boundOf from reduce/sweep/owned.gpu
// given ownedTogether, segmentsOfCall, LEAF, WORKGROUP, MERGE_TILE, CUTS, FIRST_CUT, SEEKERS, SLOT_PAIRS

var<storage, read_write> state: array<u32>;

const PAIR = 2u * LEAF;
/** Items of a slot. */
const SLOT = SLOT_PAIRS * PAIR;

var<workgroup> bounds: array<TileBound, 2>;          // of the merge tile
var<workgroup> isLastFound: u32;                     // 1: the last merge tile of the segment that is cut finds it

/** What a merge tile folds: a tile of an earlier segment, and its own segments, of a cut one the first tile. */
struct MergeTile {
  number: u32,
  firstId: u32,      // the first segment that it owns
  endId: u32,        // the first segment that it does not own
  end: u32,          // where the last of them ends
  earlier: Segment,  // its tile of segment `firstId` - 1
  origin: u32,       // where that segment begins
  cut: u32,          // the id + 1 of the segment that is cut, or 0
}

/**
 * Whether every later merge tile that has a part of segment `last` − 1 finds it just before the first segment that it
 * owns. If offsets do not fall, this is true. If it is false, the segment is folded whole. What merge tiles find never
 * falls, so the last one stands for all.
 */
fn isFound(mergeTile: u32, last: u32, length: u32, segments: u32, local: u32) -> bool {
  let later = mergeTile + (length - 1u) / MERGE_TILE;
  let found = ownedTogether(later * MERGE_TILE, segments, local % SEEKERS);
  if (local == 0u) {
    isLastFound = select(0u, 1u, found == last);
  }
  return workgroupUniformLoad(&isLastFound) != 0u;
}

/** Finds what a merge tile folds. It is the same in all lanes. */
fn mergeTileOf(mergeTile: u32, local: u32) -> MergeTile {
  let segments = segmentsOfCall();
  // Two lanes, or two groups of lanes, search side by side.
  let side = local / SEEKERS;
  if (side < 2u) {
    let bound = boundOf(mergeTile + side, segments, local % SEEKERS);
    if (local % SEEKERS == 0u) {
      bounds[side] = bound;
    }
  }
  let ends = workgroupUniformLoad(&bounds);
  let first = ends[0];
  let last = ends[1];
  let skipped = (mergeTile - min(first.home, mergeTile)) * MERGE_TILE;
  let continues = first.next > 0u && first.length > MERGE_TILE && first.home < mergeTile && skipped < first.length;
  let items = select(0u, min(first.length - skipped, MERGE_TILE), continues);
  var cut = 0u;
  var end = select(first.begin + skipped + items, last.begin + last.length, last.next > first.next);
  if (CUTS && last.next > first.next && last.length > MERGE_TILE && last.home == mergeTile) {
    if (isFound(mergeTile, last.next, last.length, segments, local)) {
      cut = last.next;
      end = last.begin + MERGE_TILE;
    }
  }
  return MergeTile(mergeTile, first.next, last.next, end, Segment(first.begin + skipped, items), first.begin, cut);
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let mergeTile = workgroupIndex(workgroup, grid);
  let tile = mergeTileOf(mergeTile, local);
  if (CUTS && local == 0u && FIRST_CUT + mergeTile < arrayLength(&state)) {
    state[FIRST_CUT + mergeTile] = tile.cut;
  }
  var chunk = 0u;
  var next = tile.firstId - select(0u, 1u, CUTS && tile.earlier.length > 0u);
  while (next < tile.endId) {
    let batch = foldBatch(tile, next, chunk, local);
    next += batch.ranges;
    chunk = batch.chunk;
  }
}

// ---- part batch
// Folds the ranges of a merge tile, batch after batch. A range has a slot for each SLOT items. If no range has a
// second one, range j has slot j. Otherwise its first slot is (items before it) / SLOT + j. So slots of a range follow
// each other, and no two ranges share one, without a scan over lengths. A few slots are left over.
//
//   SLOTS    slots of a batch, a multiple of WORKGROUP
//   RANGES   the most ranges of a batch, a multiple of WORKGROUP
//
// import push, foldStack from reduce/fold/stack
// import TURNS from reduce/sweep/owned.gpu
// given boundAt, Acc, WORKGROUP, MERGE_TILE, CUTS, storePartial, combine, identity, foldLeaf, LEAF, stageItems, SLOTS
// given RANGES, chooseMapped, finishSegment, mapBatch

/** The items that a merge tile folds of a segment. */
struct Range {
  begin: u32,
  end: u32,
}

/** What a batch has folded. */
struct Folded {
  ranges: u32,   // whole segments
  chunk: u32,     // chunks of the next one
}

/** What a batch folds. */
struct Batch {
  ranges: u32,
  longest: u32,   // no range has more slots
  isLong: u32,    // whether it is a chunk of a segment, and more follow
}

const HEAD_WORDS = (SLOTS + 31u) / 32u;

var<workgroup> rangeBegins: array<u32, RANGES + 1u>;     // the last one is an end
var<workgroup> heads: array<atomic<u32>, HEAD_WORDS>;   // a bit a slot: 1 for the first one of a range
var<workgroup> headsBefore: array<u32, HEAD_WORDS>;
var<workgroup> folded: array<Acc, SLOTS>;
var<workgroup> reaches: array<u32, SLOTS>;               // how many slots further on belong to the slot's subtree
var<workgroup> rejected: atomic<u32>;                    // the complement of the first range that is not in the batch
var<workgroup> longest: atomic<u32>;
var<workgroup> sharedBatch: Batch;
/** Whether every leaf of the batch has LEAF terms. The same in all lanes. */
var<private> wholeLeaves: bool;

fn rangeOf(id: u32, tile: MergeTile) -> Range {
  if (CUTS && id < tile.firstId) {
    return Range(tile.earlier.begin, tile.earlier.begin + tile.earlier.length);
  }
  let begin = boundAt(id);
  let end = boundAt(id + 1u);
  if (CUTS && id + 1u == tile.cut) {
    return Range(begin, begin + MERGE_TILE);
  }
  return Range(min(begin, end), end);
}

fn rangeEnd(j: u32, tile: MergeTile, next: u32, first: Range) -> u32 {
  if (j == 0u) {
    return first.end;
  }
  return rangeOf(next + j, tile).end;
}

fn slotsOf(items: u32) -> u32 {
  return (items + SLOT - 1u) / SLOT;
}

/**
 * Chooses the ranges of a batch that begins with `first`, which has at most MERGE_TILE items: all up to the first one
 * that is not staged, has no slots, or lies before others. Writes where they begin.
 */
fn chooseRanges(tile: MergeTile, next: u32, maxRanges: u32, first: Range, isLong: bool, staged: u32,
                local: u32) -> Batch {
  for (var row = 0u; row < RANGES / WORKGROUP; row++) {
    let j = local + row * WORKGROUP;
    if (j >= maxRanges) {
      break;
    }
    let isFirst = j == 0u;
    let id = next + j;
    let bound = boundAt(id + 1u);
    let begin = select(boundAt(id), first.begin, isFirst);
    let end = select(select(bound, begin + MERGE_TILE, CUTS & (id + 1u == tile.cut)), first.end, isFirst);
    rangeBegins[j] = begin;
    let own = slotsOf(end - begin);
    let slots = (begin - first.begin) / SLOT + j + own;
    if (!isFirst & ((end < begin) | (begin < first.begin) | (end > staged) | (slots >= SLOTS))) {
      atomicMax(&rejected, ~j);
    } else if (own > 1u) {
      atomicMax(&longest, own);
    }
  }
  workgroupBarrier();
  if (local == 0u) {
    sharedBatch = Batch(min(maxRanges, ~atomicLoad(&rejected)), atomicLoad(&longest), select(0u, 1u, isLong));
  }
  return workgroupUniformLoad(&sharedBatch);
}

/** Folds up to two leaves: `terms` items from `first` on. */
fn foldPair(first: u32, terms: u32, origin: u32) -> Acc {
  let middle = first + min(terms, LEAF);
  var value = foldLeaf(first, middle, origin);
  if (terms > LEAF) {
    value = combine(value, foldLeaf(middle, first + terms, origin));
  }
  return value;
}

/** Folds the leaves of a slot: `terms` items from `first` on. */
fn foldSlot(first: u32, terms: u32, origin: u32) -> Acc {
  var value = foldPair(first, min(terms, PAIR), origin);
  if (SLOT_PAIRS > 1u && terms > PAIR) {
    value = combine(value, foldPair(first + PAIR, terms - PAIR, origin));
  }
  return value;
}

/** The range that a slot belongs to, and its number among the range's slots. */
fn slotOf(slot: u32, isSpread: bool, begin: u32) -> vec2u {
  var j = slot;
  var index = 0u;
  if (isSpread) {
    let bits = atomicLoad(&heads[slot / 32u]) & (0xFFFFFFFFu >> (31u - slot % 32u));
    j = headsBefore[slot / 32u] + countOneBits(bits) - 1u;
    index = slot - (rangeBegins[j] - begin) / SLOT - j;
  }
  return vec2u(j, index);
}

/** Folds the leaves of each slot. */
fn foldSlots(slots: u32, isSpread: bool, begin: u32, firstOrigin: u32, local: u32) {
  for (var row = 0u; row < SLOTS / WORKGROUP; row++) {
    let slot = local + row * WORKGROUP;
    if (slot >= slots) {
      break;
    }
    let at = slotOf(slot, isSpread, begin);
    let j = at.x;
    let index = at.y;
    let rangeBegin = rangeBegins[j];
    let items = rangeBegins[j + 1u] - rangeBegin;
    var reach = 0u;
    if (index * SLOT < items) {
      // Subtrees of two slots begin at even indices, of four slots at multiples of four, and so on.
      reach = min((index & (~index + 1u)) - 1u, slotsOf(items) - index - 1u);
      let origin = select(rangeBegin, firstOrigin, j == 0u);
      folded[slot] = foldSlot(rangeBegin + index * SLOT, min(items - index * SLOT, SLOT), origin);
    }
    reaches[slot] = reach;
  }
}

/** Combines the slots of each range pairwise. Then the first slot of a range has its result. */
fn combineSlots(slots: u32, longestRange: u32, local: u32) {
  for (var level = 0u; level < 10u; level++) {
    let step = 1u << level;
    if (step >= longestRange) {
      break;
    }
    workgroupBarrier();
    for (var row = 0u; row < SLOTS / WORKGROUP; row++) {
      let slot = local + row * WORKGROUP;
      if (slot >= slots) {
        break;
      }
      if (reaches[slot] >= step) {
        folded[slot] = combine(folded[slot], folded[slot + step]);
      }
    }
  }
  workgroupBarrier();
}

/** Stores what a range folds to: a segment's result, or the result of a tile. */
fn storeFolded(id: u32, length: u32, value: Acc, slot: u32, tile: MergeTile) {
  if (CUTS && id < tile.firstId) {
    storePartial(2u * tile.number, value);
  } else if (CUTS && id + 1u == tile.cut) {
    storePartial(2u * tile.number + 1u, value);
  } else {
    finishSegment(id, length, value, slot);
  }
}

/** Folds as many ranges as there is room for, from segment `next` on, of which `chunk` chunks are folded already. */
fn foldBatch(tile: MergeTile, next: u32, chunk: u32, local: u32) -> Folded {
  var first = rangeOf(next, tile);
  first.begin += chunk * MERGE_TILE;
  // Only where offsets fall: a segment that is not cut is folded in chunks, each a batch by itself.
  let isLong = first.end - first.begin > MERGE_TILE;
  first.end = min(first.end, first.begin + MERGE_TILE);
  let isAlone = isLong || chunk > 0u;
  let stop = select(max(first.end, tile.end), first.end, isAlone);
  let staged = stageItems(first.begin, stop, local);
  let maxRanges = select(min(RANGES, tile.endId - next), 1u, isAlone);
  let batch = chooseRanges(tile, next, maxRanges, first, isLong, staged, local);

  let last = batch.ranges - 1u;
  if (local == last % WORKGROUP) {
    rangeBegins[last + 1u] = rangeEnd(last, tile, next, first);
  }
  let isSpread = batch.longest > 1u;
  wholeLeaves = batch.ranges == 1u && (first.end - first.begin) % LEAF == 0u;
  var slots = batch.ranges;
  if (isSpread) {
    for (var row = 0u; row < RANGES / WORKGROUP; row++) {
      let j = local + row * WORKGROUP;
      if (j > last) {
        break;
      }
      let slot = (rangeBegins[j] - first.begin) / SLOT + j;
      atomicOr(&heads[slot / 32u], 1u << (slot % 32u));
    }
    workgroupBarrier();
    let items = rangeBegins[last + 1u] - rangeBegins[last];
    slots = (rangeBegins[last] - first.begin) / SLOT + last + max(slotsOf(items), 1u);
    if (local * 32u < slots) {
      var before = 0u;
      for (var word = 0u; word < TURNS; word++) {
        if (word >= local) {
          break;
        }
        before += countOneBits(atomicLoad(&heads[word]));
      }
      headsBefore[local] = before;
    }
  }
  workgroupBarrier();
  let firstOrigin = select(first.begin - chunk * MERGE_TILE, tile.origin, CUTS && next < tile.firstId);
  chooseMapped(batch, next, isAlone, tile);
  foldSlots(slots, isSpread, first.begin, firstOrigin, local);
  combineSlots(slots, batch.longest, local);

  for (var row = 0u; row < RANGES / WORKGROUP; row++) {
    let j = local + row * WORKGROUP;
    if (j > last) {
      break;
    }
    let length = rangeBegins[j + 1u] - rangeBegins[j];
    let slot = select(0u, (rangeBegins[j] - first.begin) / SLOT, isSpread) + j;
    var value = identity();
    if (length > 0u) {
      value = folded[slot];
    }
    if (!isAlone) {
      storeFolded(next + j, length, value, slot, tile);
    } else {
      push(chunk, value);
      if (!isLong) {
        storeFolded(next, chunk * MERGE_TILE + length, foldStack(chunk + 1u), slot, tile);
      }
    }
  }
  mapBatch(slots, isSpread, first.begin, local);
  let ranges = select(batch.ranges, 0u, batch.isLong == 1u);
  if (next + ranges < tile.endId) {
    // The next batch needs them cleared.
    for (var word = local; word < HEAD_WORDS; word += WORKGROUP) {
      atomicStore(&heads[word], 0u);
    }
    if (local == 0u) {
      atomicStore(&rejected, 0u);
      atomicStore(&longest, 0u);
    }
    workgroupBarrier();
  }
  return Folded(ranges, select(0u, chunk + 1u, batch.isLong == 1u));
}

// ---- choice after: nothing
// Segments have results, and items have none (transform/swept.wgsl has the other member).
//
// import Batch, MergeTile from reduce/sweep/sweep.gpu
// given Acc, writeResults

fn chooseMapped(batch: Batch, next: u32, isAlone: bool, tile: MergeTile) {
}

fn keepFour(places: vec4u, words: vec4u) {
}

fn finishSegment(id: u32, length: u32, value: Acc, slot: u32) {
  writeResults(id, length, value);
}

fn mapBatch(slots: u32, isSpread: bool, begin: u32, local: u32) {
}
