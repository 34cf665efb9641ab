// Segmented scan in one pass: a workgroup scans the piece and the segments of its merge tile
// (segmented_scan/work.gpu.wgsl). A lane takes the leaves that begin within LEAF items of the tile. At most one of
// these is whole, and at most one is the last leaf of a segment that began in an earlier lane. Both combine the
// subtrees before them, which lie in workgroup memory. All other leaves are segments, which the lane scans at once. So
// every result has the bits of a reduce, as in apply.software.wgsl. Method: flags in the order of items as Sengupta,
// Harris, Zhang and Owens (2007) scan them.
//
//   input      read
//   results    written: one an item (src/segmented_scan/kernels.ts)
//   TREE       whether results depend on how terms are bracketed
//
// import emptyResult, withInitial, itemOf from segmented_scan/terms
// import workOfTile, TILE_FALLS, TILE_LONG, TILE_CUT, TileWork from segmented_scan/work.gpu
// import piecesOf from segmented_scan/pieces
// import subtrees from reduce/fold/stack
// given indexOf, segmentAt, baseOf, Acc, LEAF, TREE, combine, EXCLUSIVE, REVERSE, elementTerm, TILE_LEVEL
// given WORKGROUP, MERGE_TILE, segmentsOfCall, mergeTileOf, placeOf, bitsOfLeaf, setResult, stageItems
// given storeStaged, findSubtrees, combineLeaves, combineBefore, findBefore, finished, isAligned
// given alignedBits, setAligned, Place, pieceTotal

/** A leaf: up to LEAF items of a segment. */
struct ScanLeaf {
  place: Place,    // of its first item in the order of the scan
  position: u32,   // of that item in its segment
  length: u32,     // items of its segment
  index: u32,      // its index in the piece
  count: u32,      // its items; 0 if there is no such leaf
}

/** Whether the next part is a piece of the same segment. */
var<workgroup> sharedContinues: u32;
var<workgroup> sharedTogether: u32;

/** Inclusive results within a leaf. Loops over it have constant ends, so that it stays in registers. */
var<private> inclusive: array<Acc, LEAF>;
/** What comes before the leaf in `inclusive`. */
var<private> leafBefore: Acc;

fn leafTerm(leaf: ScanLeaf, i: u32) -> Acc {
  return elementTerm(bitsOfLeaf(leaf.place, i), indexOf(leaf.position + i, leaf.length));
}

/** Scans a segment that is shorter than a leaf. */
fn scanShortSegment(leaf: ScanLeaf) {
  var value = emptyResult();
  for (var i = 0u; i < LEAF; i++) {
    if (i >= leaf.count) {
      break;
    }
    let term = leafTerm(leaf, i);
    let previous = value;
    if (!TREE) {
      value = combine(previous, term);
    } else if (i == 0u) {
      value = term;
    } else {
      value = combine(previous, term);
    }
    if (!EXCLUSIVE) {
      if (TREE) {
        setResult(leaf.place, i, withInitial(value));
      } else {
        setResult(leaf.place, i, value);
      }
    } else if (TREE && i > 0u) {
      setResult(leaf.place, i, withInitial(previous));
    } else {
      setResult(leaf.place, i, previous);
    }
  }
}

/** Reads a whole leaf. */
fn readLeaf(leaf: ScanLeaf) {
  if (isAligned(leaf.place)) {
    inclusive[0] = elementTerm(alignedBits(leaf.place, 0u), indexOf(leaf.position, leaf.length));
    for (var i = 1u; i < LEAF; i++) {
      let term = elementTerm(alignedBits(leaf.place, i), indexOf(leaf.position + i, leaf.length));
      inclusive[i] = combine(inclusive[i - 1u], term);
    }
  } else {
    inclusive[0] = leafTerm(leaf, 0u);
    for (var i = 1u; i < LEAF; i++) {
      inclusive[i] = combine(inclusive[i - 1u], leafTerm(leaf, i));
    }
  }
}

/** Reads the items of a leaf that is not whole. */
fn readTail(leaf: ScanLeaf) {
  inclusive[0] = leafTerm(leaf, 0u);
  for (var i = 1u; i < LEAF; i++) {
    if (i < leaf.count) {
      inclusive[i] = combine(inclusive[i - 1u], leafTerm(leaf, i));
    }
  }
}

/** The result of item i of the leaf in `inclusive`. */
fn resultOf(i: u32) -> Acc {
  if (EXCLUSIVE && i == 0u) {
    return leafBefore;
  }
  return finished(inclusive[select(i, max(i, 1u) - 1u, EXCLUSIVE)]);
}

/** Stores the results of the leaf in `inclusive`. `leaves`: leaves of the segment before its piece. */
fn writeLeaf(local: u32, leaf: ScanLeaf, leaves: u32) {
  findBefore(local, leaf, leaves);
  if (leaf.count == LEAF && isAligned(leaf.place)) {
    for (var i = 0u; i < LEAF; i++) {
      setAligned(leaf.place, i, resultOf(i));
    }
  } else {
    for (var i = 0u; i < LEAF; i++) {
      if (i < leaf.count) {
        setResult(leaf.place, i, resultOf(i));
      }
    }
  }
}

/**
 * Adds a whole piece to the subtrees before the next one, and returns the largest subtree that ends with the piece.
 * Only the first lane calls it.
 */
fn addPiece(piece: u32, total: Acc) -> Acc {
  var value = total;
  var level = 0u;
  for (; ((piece >> level) & 1u) == 1u; level++) {
    value = combine(subtrees[TILE_LEVEL + level], value);
  }
  subtrees[TILE_LEVEL + level] = value;
  return value;
}

const HEAD_WORDS = (WORKGROUP + 31u) / 32u;

// Of the LEAF items of each lane: whether a segment begins there, and the number of the last one that does.
var<workgroup> headBits: array<atomic<u32>, HEAD_WORDS>;
var<workgroup> lastHeads: array<atomic<u32>, WORKGROUP>;

/** The last segment of `first` … `last` − 1 that begins before the lane's items, for the first lane `first`. */
fn segmentBefore(first: u32, last: u32, start: u32, local: u32) -> u32 {
  for (var at = first + local; at < last; at += WORKGROUP) {
    let lane = min((segmentAt(at).begin - start) / LEAF, WORKGROUP - 1u);
    atomicOr(&headBits[lane / 32u], 1u << (lane % 32u));
    atomicMax(&lastHeads[lane], at - first);
  }
  workgroupBarrier();
  var word = local / 32u;
  var bits = atomicLoad(&headBits[word]) & ((1u << (local % 32u)) - 1u);
  while (bits == 0u && word > 0u) {
    word--;
    bits = atomicLoad(&headBits[word]);
  }
  return first + select(0u, atomicLoad(&lastHeads[word * 32u + firstLeadingBit(bits)]), bits != 0u);
}

/**
 * Scans up to MERGE_TILE items: segments `first` … `last` − 1, or a piece of one segment. All lanes call it with the
 * same numbers. `isWhole`: nothing comes before the segments. `isCut`: other merge tiles scan the segment's other
 * pieces.
 */
fn scanTogether(local: u32, mergeTile: u32, first: u32, last: u32, piece: u32, isWhole: bool, isCut: bool) {
  if (local < HEAD_WORDS) {
    atomicStore(&headBits[local], 0u);
  }
  atomicStore(&lastHeads[local], 0u);
  workgroupBarrier();
  let skipped = piece * MERGE_TILE;
  let leaves = select(piece * (MERGE_TILE / LEAF), 0u, isWhole);
  let start = segmentAt(first).begin + skipped;
  let ending = segmentAt(last - 1u);
  let end = min(start + MERGE_TILE, ending.begin + ending.length);
  let count = end - start;
  // A reverse scan begins with the segment's last items.
  let lowest = select(start, ending.begin + ending.length - skipped - count, REVERSE && !isWhole);
  stageItems(lowest, count, local);
  let begin = start + local * LEAF;
  let until = min(begin + LEAF, end);
  var whole = ScanLeaf();
  var tail = ScanLeaf();
  var at = first;
  if (isWhole) {
    at = segmentBefore(first, last, start, local);
  }
  if (begin < end) {
    for (; at < last; at++) {
      let segment = segmentAt(at);
      let origin = segment.begin + skipped;
      let stop = min(segment.begin + segment.length, end);
      let index = (max(begin, origin) - origin + LEAF - 1u) / LEAF;
      let position = origin + index * LEAF;
      if (position < min(until, stop)) {
        let inSegment = position - segment.begin;
        let place = placeOf(itemOf(baseOf(at, segment), segment.length, inSegment));
        let leaf = ScanLeaf(place, inSegment, segment.length, index, min(LEAF, stop - position));
        if (leaf.count == LEAF) {
          whole = leaf;
        } else if (index == 0u && leaves == 0u) {
          scanShortSegment(leaf);
        } else {
          tail = leaf;
        }
      }
      // The next one begins where this one ends.
      if (segment.begin + segment.length >= until) {
        break;
      }
    }
  }
  let hasWhole = whole.count > 0u;
  if (hasWhole) {
    readLeaf(whole);
  }
  combineLeaves(local, hasWhole, whole.index, inclusive[LEAF - 1u]);
  if (isCut) {
    findSubtrees(local, mergeTile, first, piece, count == MERGE_TILE);
  }
  combineBefore(local, leaves, isWhole);
  if (hasWhole) {
    writeLeaf(local, whole, leaves);
  }
  if (tail.count > 0u) {
    readTail(tail);
    writeLeaf(local, tail, leaves);
  }
  storeStaged(lowest, count, local);
}

/**
 * The end of the owned segments that are scanned together: all of them, or all but the last one if that one is in
 * pieces, or if they have too many items.
 */
fn endOfTogether(work: TileWork, local: u32) -> u32 {
  if (local == 0u) {
    let owned = max(work.last, 1u) - 1u;
    let ending = segmentAt(owned);
    let fits = ending.begin + ending.length - segmentAt(work.first).begin <= MERGE_TILE;
    sharedTogether = select(owned, work.last, (work.kind & TILE_CUT) == 0u && fits);
  }
  return workgroupUniformLoad(&sharedTogether);
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let mergeTile = mergeTileOf(workgroup, grid, local);
  let work = workOfTile(mergeTile, segmentsOfCall(), local);
  let together = endOfTogether(work, local);
  // First the piece that continues; then all owned segments, or all but one that is cut or does not fit; then that one,
  // or its first piece. If offsets fall, owned segments are scanned one after the other. A segment that could not be
  // cut is scanned here piece after piece. `segment` and `piece` say what is scanned next. Few variables live across
  // the loop: Intel's compiler has no register for more.
  var segment = work.first - min(work.piece, 1u);
  var piece = work.piece;
  while (segment < work.last) {
    let isOwned = segment >= work.first;
    var next = segment + 1u;
    var isWhole = false;
    if (isOwned && (work.kind & TILE_FALLS) == 0u) {
      next = select(next, max(next, together), segment < together);
      isWhole = segment < together;
    }
    let isCut = !isOwned || (next == work.last && (work.kind & TILE_CUT) != 0u);
    scanTogether(local, mergeTile, segment, next, piece, isWhole, isCut);
    var more = 0u;
    if (isOwned && !isWhole && (work.kind & (TILE_FALLS | TILE_LONG)) != 0u) {
      workgroupBarrier();
      if (local == 0u) {
        sharedContinues = select(0u, 1u, !isCut && piece + 1u < piecesOf(segmentAt(segment).length));
        if (sharedContinues == 1u) {
          addPiece(piece, pieceTotal());
        }
      }
      more = workgroupUniformLoad(&sharedContinues);
    }
    piece = (piece + 1u) * more;
    segment = select(next, segment, more == 1u);
  }
}
