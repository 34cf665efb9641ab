// Segmented scan, last of three kernels: a workgroup scans the piece and the segments of its merge tile
// (segmented_scan/work.gpu.wgsl). A lane takes the leaves that begin within LEAF items of the tile. At most one of
// these is whole, and at most one is the last leaf of a segment that began in an earlier lane. Both combine the
// subtrees before them, which lie in workgroup memory. All other leaves are segments, which the lane scans at once. So
// an item is read once, and every result has the bits of a reduce, as in apply.software.wgsl. Method: flags in the
// order of items as Sengupta, Harris, Zhang and Owens (2007) scan them.
//
//   input      read
//   partials   read: subtrees of cut segments, after the join
//   results    written by storeResult: one an item (src/segmented_scan/kernels.ts)
//   TREE       whether results depend on how terms are bracketed
//
// import emptyResult, withInitial, itemOf, termAt, leavesBefore, givenSubtree from segmented_scan/terms
// import totals, sumLeaves, workOfTile, TILE_FALLS, TILE_LONG, TILE_CUT from segmented_scan/work.gpu
// import slotOfPiece, piecesOf from segmented_scan/pieces
// import workgroupIndex from plan/grid
// import bitsAt from operators/element
// import subtrees from reduce/fold/stack
// given indexOf, segmentAt, baseOf, Acc, LEAF, TREE, combine, EXCLUSIVE, storeResult, REVERSE, elementTerm, identity
// given WORKGROUP, STACK, TILE_LEVEL, loadPartial, MERGE_TILE, SEGMENT_COUNT

var<storage, read_write> state: array<u32>;

/** A leaf that needs the subtrees before it. */
struct Leaf {
  item: u32,       // its first item in the order of the scan
  position: u32,   // of that item in its segment
  length: u32,     // items of its segment
  index: u32,      // its index in the piece
  count: u32,      // its items; 0 if there is no such leaf
}

/** Whether the next part is a piece of the same segment. */
var<workgroup> sharedMore: u32;

/** Inclusive results within a leaf. Loops over it have constant ends, so that it stays in registers. */
var<private> values: array<Acc, LEAF>;

/** Scans a segment that is shorter than a leaf. */
fn scanShort(base: u32, length: u32, count: u32) {
  var value = emptyResult();
  for (var position = 0u; position < count; position++) {
    let item = itemOf(base, length, position);
    let term = termAt(base, length, position);
    let previous = value;
    if (!TREE) {
      value = combine(previous, term);
    } else if (position == 0u) {
      value = term;
    } else {
      value = combine(previous, term);
    }
    if (!EXCLUSIVE) {
      if (TREE) {
        storeResult(item, withInitial(value));
      } else {
        storeResult(item, value);
      }
    } else if (TREE && position > 0u) {
      storeResult(item, withInitial(previous));
    } else {
      storeResult(item, previous);
    }
  }
}

/** Item i of a leaf. */
fn itemOfLeaf(leaf: Leaf, i: u32) -> u32 {
  return select(leaf.item + i, leaf.item - i, REVERSE);
}

fn termOfLeaf(leaf: Leaf, i: u32) -> Acc {
  return elementTerm(bitsAt(itemOfLeaf(leaf, i)), indexOf(leaf.position + i, leaf.length));
}

/** Reads the first `count` items of a leaf. */
fn loadLeaf(leaf: Leaf, count: u32) {
  values[0] = termOfLeaf(leaf, 0u);
  for (var i = 1u; i < LEAF; i++) {
    if (i < count) {
      values[i] = combine(values[i - 1u], termOfLeaf(leaf, i));
    }
  }
}

/**
 * Combines the leaf in `values` with the subtrees before it and stores its first `count` results. `leaves`: leaves of
 * the segment before its piece.
 */
fn storeLeaf(local: u32, leaf: Leaf, count: u32, leaves: u32) {
  let index = leaf.index;
  var before = emptyResult();
  var first = true;
  // The bits of the leaf's index in its segment, from the shortest subtree on.
  for (var rest = leaves | index; rest != 0u; rest &= rest - 1u) {
    let level = firstTrailingBit(rest);
    let slot = local + ((index >> level) << level) - 1u - index;
    var subtree = identity();
    if (((index >> level) & 1u) != 0u) {
      subtree = totals[min(slot, WORKGROUP - 1u)];
    } else {
      subtree = subtrees[level];
    }
    if (TREE) {
      for (var i = 0u; i < LEAF; i++) {
        values[i] = combine(subtree, values[i]);
      }
    }
    if (!TREE || EXCLUSIVE) {
      if (first) {
        before = subtree;
      } else {
        before = combine(subtree, before);
      }
    }
    first = false;
  }
  if (!first && (!TREE || EXCLUSIVE)) {
    before = withInitial(before);
  }
  for (var i = 0u; i < LEAF; i++) {
    if (i >= count) {
      continue;
    }
    let item = itemOfLeaf(leaf, i);
    if (EXCLUSIVE && i == 0u) {
      storeResult(item, before);
    } else {
      let value = values[select(i, max(i, 1u) - 1u, EXCLUSIVE)];
      if (TREE) {
        storeResult(item, withInitial(value));
      } else {
        storeResult(item, combine(before, value));
      }
    }
  }
}

/** The last segment of `first` … `last` − 1 that begins at a position or before it. */
fn segmentFrom(first: u32, last: u32, position: u32) -> u32 {
  var low = first;
  var high = last;
  while (low < high) {
    let middle = (low + high) / 2u;
    if (segmentAt(middle).begin <= position) {
      low = middle + 1u;
    } else {
      high = middle;
    }
  }
  return max(low, first + 1u) - 1u;
}

/** Loads the subtrees before a piece of the segment that merge tile `owner` owns. */
fn loadSubtrees(local: u32, owner: u32, piece: u32) {
  let given = leavesBefore();
  for (var level = local; level < STACK; level += WORKGROUP) {
    if (((given >> level) & 1u) != 0u) {
      var k = 0u;
      for (var rest = given & ((1u << level) - 1u); rest != 0u; rest &= rest - 1u) {
        k++;
      }
      subtrees[level] = givenSubtree(k);
    } else if (level >= TILE_LEVEL && ((piece >> (level - TILE_LEVEL)) & 1u) != 0u) {
      let ended = (piece >> (level - TILE_LEVEL)) << (level - TILE_LEVEL);
      subtrees[level] = loadPartial(slotOfPiece(owner, ended - 1u));
    }
  }
}

/** Adds a whole piece to the subtrees before the next one. Only the first lane calls it. */
fn pushPiece(piece: u32) {
  var value = totals[WORKGROUP - 1u];
  var level = 0u;
  for (; ((piece >> level) & 1u) == 1u; level++) {
    value = combine(subtrees[TILE_LEVEL + level], value);
  }
  subtrees[TILE_LEVEL + level] = value;
}

/**
 * Scans up to MERGE_TILE items: segments `first` … `last` − 1, or a piece of one segment. All lanes call it with the
 * same numbers. `isWhole`: nothing comes before the segments. `loads`: the subtrees before the piece are those of
 * earlier merge tiles.
 */
fn scanPart(local: u32, mergeTile: u32, first: u32, last: u32, piece: u32, isWhole: bool, loads: bool) {
  workgroupBarrier();
  // A piece that follows another one of this workgroup has its subtrees already.
  if (loads) {
    loadSubtrees(local, mergeTile - piece, piece);
  }
  let skipped = piece * MERGE_TILE;
  let leaves = select(leavesBefore() + piece * (MERGE_TILE / LEAF), 0u, isWhole);
  let start = segmentAt(first).begin + skipped;
  let ending = segmentAt(last - 1u);
  let end = min(start + MERGE_TILE, ending.begin + ending.length);
  let begin = start + local * LEAF;
  let until = min(begin + LEAF, end);
  var whole = Leaf();
  var tail = Leaf();
  if (begin < end) {
    for (var at = segmentFrom(first, last, begin); at < last; at++) {
      let segment = segmentAt(at);
      if (segment.begin >= until) {
        break;
      }
      let origin = segment.begin + skipped;
      let stop = min(segment.begin + segment.length, end);
      let index = (max(begin, origin) - origin + LEAF - 1u) / LEAF;
      let position = origin + index * LEAF;
      if (position < min(until, stop)) {
        let base = baseOf(at, segment);
        let inSegment = position - segment.begin;
        let count = min(LEAF, stop - position);
        let leaf = Leaf(itemOf(base, segment.length, inSegment), inSegment, segment.length, index, count);
        if (count == LEAF) {
          whole = leaf;
        } else if (index == 0u && leaves == 0u) {
          scanShort(base, segment.length, count);
        } else {
          tail = leaf;
        }
      }
    }
  }
  let hasWhole = whole.count > 0u;
  if (hasWhole) {
    loadLeaf(whole, LEAF);
    totals[local] = values[LEAF - 1u];
  }
  sumLeaves(local, hasWhole, whole.index);
  if (hasWhole) {
    storeLeaf(local, whole, LEAF, leaves);
  }
  if (tail.count > 0u) {
    loadLeaf(tail, tail.count);
    storeLeaf(local, tail, tail.count, leaves);
  }
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let mergeTile = workgroupIndex(workgroup, grid);
  let work = workOfTile(mergeTile, state[SEGMENT_COUNT], local);
  // First the piece that continues; then all owned segments but the last; then the last one, or its first piece. If
  // offsets fall, owned segments are scanned one after the other. A segment that could not be cut is scanned here piece
  // after piece. `segment` and `piece` say what is scanned next. Few variables live across the loop: Intel's compiler
  // has no register for more.
  var segment = work.first - min(work.piece, 1u);
  var piece = work.piece;
  while (segment < work.last) {
    let isOwned = segment >= work.first;
    let isWhole = isOwned && segment + 1u < work.last && (work.kind & TILE_FALLS) == 0u;
    let next = select(segment + 1u, work.last - 1u, isWhole);
    scanPart(local, mergeTile, segment, next, piece, isWhole, piece == 0u || !isOwned);
    var more = 0u;
    if (isOwned && !isWhole && (work.kind & (TILE_FALLS | TILE_LONG)) != 0u) {
      workgroupBarrier();
      if (local == 0u) {
        let isCut = next == work.last && (work.kind & TILE_CUT) != 0u;
        sharedMore = select(0u, 1u, !isCut && piece + 1u < piecesOf(segmentAt(segment).length));
        if (sharedMore == 1u) {
          pushPiece(piece);
        }
      }
      more = workgroupUniformLoad(&sharedMore);
    }
    piece = (piece + 1u) * more;
    segment = select(next, segment, more == 1u);
  }
}
