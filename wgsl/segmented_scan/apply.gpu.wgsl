// Segmented scan, last of three kernels: a workgroup scans the piece and the segments of its merge tile
// (segmented_scan/tile/work.gpu.wgsl). A lane takes the leaves that begin within LEAF items of the tile. At most one of
// these is whole, and at most one is the last leaf of a segment that began in an earlier lane. Both combine the
// subtrees before them, which lie in workgroup memory. All other leaves are segments, which the lane scans at once. So
// an item is read once, and every result has the bits of a reduce, as in apply.software.wgsl. Method: flags in the
// order of items as Sengupta, Harris, Zhang and Owens (2007) scan them.
//
//   input      read
//   partials   read: subtrees of cut segments, after the join
//   results    written by storeResult: one an item (src/segmented_scan/results.ts)
//   TREE       whether results depend on how terms are bracketed
//
// uses  emptyResult withInitial (segmented_scan/initial)  itemOf termAt (segmented_scan/term)  totals sumLeaves
//       (segmented_scan/tile/totals.gpu)  slotOfPiece (segmented_scan/slot)  workgroupIndex (plan/workgroup_index)
//       workOfTile (segmented_scan/tile/work.gpu)  piecesOf (segmented_scan/cut)
// takes subtrees (reduce/fold/subtrees/ private | workgroup)  segmentAt (partition/segments/offsets |
//       partition/segments/offsets_or_size | partition/segments/ranges | segmented_scan/segments/listed)  leavesBefore
//       givenSubtree (segmented_scan/window/ part | whole)  baseOf (segmented_scan/segments/ contiguous | listed)
// given Acc  LEAF  TREE  combine  EXCLUSIVE  storeResult  identity  WORKGROUP  STACK  TILE_LEVEL  loadPartial
//       MERGE_TILE  SEGMENT_COUNT

var<storage, read_write> state: array<u32>;

/** A leaf that needs the subtrees before it. */
struct Leaf {
  base: u32,     // the first item of its segment
  length: u32,   // items of its segment
  index: u32,    // its index in the piece
  count: u32,    // its items; 0 if there is no such leaf
}

/** Pieces of the segment that is scanned next, where offsets fall. */
var<workgroup> sharedPieces: u32;

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

/** Reads a leaf of up to LEAF items, from position `at` of its segment on. */
fn loadLeaf(leaf: Leaf, at: u32) {
  values[0] = termAt(leaf.base, leaf.length, at);
  for (var i = 1u; i < LEAF; i++) {
    if (i < leaf.count) {
      values[i] = combine(values[i - 1u], termAt(leaf.base, leaf.length, at + i));
    }
  }
}

/**
 * Combines the leaf in `values` with the subtrees before it and stores its results. `leaves`: leaves of the segment
 * before its piece. `at`: position of the leaf in the segment.
 */
fn storeLeaf(local: u32, leaf: Leaf, at: u32, leaves: u32) {
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
    if (i >= leaf.count) {
      continue;
    }
    let item = itemOf(leaf.base, leaf.length, at + i);
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

/** Segments that are scanned together, or a piece of one segment. */
struct Part {
  first: u32,      // the first segment
  last: u32,       // the first segment after them
  ordinal: u32,    // of the piece; 0 for whole segments
  isWhole: bool,   // whether nothing comes before the segments
  loads: bool,     // whether the subtrees before the piece are those of earlier merge tiles
}

/** Scans up to MERGE_TILE items. All lanes call it with the same part. */
fn scanPart(local: u32, mergeTile: u32, part: Part) {
  let piece = part.ordinal;
  workgroupBarrier();
  // A piece that follows another one of this workgroup has its subtrees already.
  if (part.loads) {
    loadSubtrees(local, mergeTile - piece, piece);
  }
  let skipped = piece * MERGE_TILE;
  let leaves = select(leavesBefore() + piece * (MERGE_TILE / LEAF), 0u, part.isWhole);
  let start = segmentAt(part.first).begin + skipped;
  let ending = segmentAt(part.last - 1u);
  let end = min(start + MERGE_TILE, ending.begin + ending.length);
  let begin = start + local * LEAF;
  let until = min(begin + LEAF, end);
  var whole = Leaf();
  var tail = Leaf();
  if (begin < end) {
    for (var at = segmentFrom(part.first, part.last, begin); at < part.last; at++) {
      let segment = segmentAt(at);
      if (segment.begin >= until) {
        break;
      }
      let origin = segment.begin + skipped;
      let stop = min(segment.begin + segment.length, end);
      let index = (max(begin, origin) - origin + LEAF - 1u) / LEAF;
      let position = origin + index * LEAF;
      if (position < min(until, stop)) {
        let leaf = Leaf(baseOf(at, segment), segment.length, index, min(LEAF, stop - position));
        if (leaf.count == LEAF) {
          whole = leaf;
        } else if (index == 0u && leaves == 0u) {
          scanShort(leaf.base, leaf.length, leaf.count);
        } else {
          tail = leaf;
        }
      }
    }
  }
  if (whole.count > 0u) {
    loadLeaf(whole, skipped + whole.index * LEAF);
    totals[local] = values[LEAF - 1u];
  }
  sumLeaves(local, whole.count > 0u, whole.index);
  for (var turn = 0u; turn < 2u; turn++) {
    var leaf = whole;
    if (turn == 1u && tail.count > 0u) {
      loadLeaf(tail, skipped + tail.index * LEAF);
    }
    if (turn == 1u) {
      leaf = tail;
    }
    if (leaf.count > 0u) {
      storeLeaf(local, leaf, skipped + leaf.index * LEAF, leaves);
    }
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
  // after piece.
  let single = work.falls == 1u;
  let turns = 1u + select(min(work.pieces, 1u) * 2u, work.last - work.first, single);
  for (var turn = 0u; turn < turns; turn++) {
    let isWhole = turn == 1u && !single;
    var id = select(select(work.last - 1u, work.first + turn - 1u, single), work.first, isWhole);
    var last = select(id + 1u, work.last - 1u, isWhole);
    var pieces = select(work.pieces, 1u, isWhole);
    if (turn == 0u) {
      id = work.id;
      last = id + 1u;
      pieces = min(work.piece, 1u);
    } else if (single) {
      if (local == 0u) {
        sharedPieces = select(piecesOf(segmentAt(id).length), 1u, last == work.last && work.cut == 1u);
      }
      pieces = workgroupUniformLoad(&sharedPieces);
    }
    if (id >= last) {
      continue;
    }
    for (var next = 0u; next < pieces; next++) {
      let piece = select(next, work.piece, turn == 0u);
      scanPart(local, mergeTile, Part(id, last, piece, isWhole, next == 0u));
      workgroupBarrier();
      if (local == 0u && next + 1u < pieces) {
        pushPiece(piece);
      }
    }
  }
}
