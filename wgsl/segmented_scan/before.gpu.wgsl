// What a scan in one pass (segmented_scan/one_pass.gpu.wgsl) knows of the pieces before a piece of a cut segment.

// ---- choice before: none
// No segment is cut.
//
// import workgroupIndex from plan/grid

fn mergeTileOf(workgroup: vec3u, grid: vec3u, local: u32) -> u32 {
  return workgroupIndex(workgroup, grid);
}

fn findSubtrees(local: u32, mergeTile: u32, id: u32, piece: u32, isFull: bool) {
}

// ---- choice words: halves
// The words of slots.

var<storage, read_write> descriptors: array<atomic<u32>>;

const PUBLISHED = 0x10000u;

fn publishWord(at: u32, word: u32) {
  atomicStore(&descriptors[2u * at], PUBLISHED | (word & 0xFFFFu));
  atomicStore(&descriptors[2u * at + 1u], PUBLISHED | (word >> 16u));
}

fn isWordPublished(at: u32) -> bool {
  return min(atomicLoad(&descriptors[2u * at]), atomicLoad(&descriptors[2u * at + 1u])) >= PUBLISHED;
}

fn publishedWord(at: u32) -> u32 {
  return (atomicLoad(&descriptors[2u * at]) & 0xFFFFu) | (atomicLoad(&descriptors[2u * at + 1u]) << 16u);
}

// ---- choice before: lookBack
// A scan in one pass. A merge tile publishes the total of its piece, and the largest subtree that ends with it: as many
// pieces as the lowest bit of its index + 1. A piece looks back at a subtree for each bit of its index. So subtrees do
// not depend on when others are published, and float results keep their bits. Method: Merrill and Garland 2016
// (decoupled look-back), by the tree of Brent and Kung 1982, with the fallback of Smith, Levien and Owens 2025.
//
// Workgroups take merge tiles by an atomic counter, so those before it were taken before. No workgroup waits for
// another one: if a subtree is missing, the workgroup computes it itself, from what is published and from the input.
//
//   descriptors   slots of published accumulators. A word has a half of a value's word, and PUBLISHED above it. The
//                 first slot has the counter. A merge tile has three more: the total of a piece of an earlier segment,
//                 if its index is odd; the subtree that ends with this piece; the total of a first piece. All are 0
//                 before the scan (clear.gpu.wgsl).
//   TRIES         reads of a missing subtree before the workgroup computes it
//
// import termAt from segmented_scan/terms
// import addPiece from segmented_scan/one_pass.gpu
// import subtrees from reduce/fold/stack
// given Acc, LEAF, STACK, MERGE_TILE, TILE_LEVEL, TRIES, segmentAt, baseOf, combine
// given combineLeaves, pieceTotal, keepLeaves, restoreLeaves, publishAcc, isAccPublished, publishedAcc

var<storage, read_write> descriptors: array<atomic<u32>>;

var<workgroup> takenTile: u32;
var<workgroup> missingLevel: atomic<u32>;   // 1 + the highest level of a missing subtree, or 0
var<workgroup> sharedMissing: u32;
var<workgroup> foundLevel: atomic<u32>;     // 1 + the level of the largest published subtree, or 0
var<workgroup> sharedFound: u32;
var<workgroup> walked: array<Acc, STACK>;   // subtrees without a right neighbour so far

fn mergeTileOf(workgroup: vec3u, grid: vec3u, local: u32) -> u32 {
  if (local == 0u) {
    takenTile = atomicAdd(&descriptors[0], 1u);
  }
  return workgroupUniformLoad(&takenTile);
}

/** The slot of the largest subtree that ends with a piece of the segment that merge tile `owner` owns. */
fn subtreeSlot(owner: u32, piece: u32) -> u32 {
  return 3u * (owner + piece) + select(2u, 3u, piece == 0u);
}

/** The slot of a piece's total. If its index is even, this is the largest subtree. */
fn totalSlot(owner: u32, piece: u32) -> u32 {
  return select(subtreeSlot(owner, piece), 3u * (owner + piece) + 1u, (piece & 1u) == 1u);
}

/** Publishes what the merge tile itself has computed. */
fn announce(slot: u32, value: Acc) {
  publishAcc(slot, value);
}

/** Folds a whole piece of a segment, for `pieceTotal`. It ends with a barrier. */
fn foldPiece(local: u32, id: u32, piece: u32) {
  let segment = segmentAt(id);
  let base = baseOf(id, segment);
  let at = piece * MERGE_TILE + local * LEAF;
  var value = termAt(base, segment.length, at);
  for (var i = 1u; i < LEAF; i++) {
    value = combine(value, termAt(base, segment.length, at + i));
  }
  combineLeaves(local, true, local, value);
}

/**
 * Computes the subtree of 2^level pieces from `begin` on: the next larger published subtree, or a piece from the input,
 * one after another. Publishes what others may look for. All lanes call it with the same numbers.
 */
fn computeSubtree(local: u32, owner: u32, id: u32, begin: u32, level: u32) {
  let end = begin + (1u << level);
  var at = begin;
  while (at < end) {
    if (local == 0u) {
      atomicStore(&foundLevel, 0u);
    }
    workgroupBarrier();
    let isOdd = (at & 1u) == 1u;
    if (isOdd) {
      if (local == 0u && isAccPublished(totalSlot(owner, at))) {
        atomicMax(&foundLevel, 1u);
      }
    } else if (local < min(firstTrailingBit(at), level + 1u)) {
      let last = at + (1u << local) - 1u;
      if (last < end && isAccPublished(subtreeSlot(owner, last))) {
        atomicMax(&foundLevel, local + 1u);
      }
    }
    workgroupBarrier();
    if (local == 0u) {
      sharedFound = atomicLoad(&foundLevel);
    }
    let found = workgroupUniformLoad(&sharedFound);
    let foundAt = max(found, 1u) - 1u;
    if (found == 0u) {
      foldPiece(local, id, at);
    }
    let last = at + (1u << foundAt) - 1u;
    if (local == 0u) {
      let slot = select(subtreeSlot(owner, last), totalSlot(owner, at), isOdd);
      var value = pieceTotal();
      if (found == 0u) {
        publishAcc(slot, value);
      } else {
        value = publishedAcc(slot);
      }
      var k = foundAt;
      for (; (((at - begin) >> k) & 1u) == 1u; k++) {
        value = combine(walked[k], value);
      }
      walked[k] = value;
      if (k > foundAt) {
        publishAcc(subtreeSlot(owner, last), value);
      }
    }
    at = last + 1u;
  }
  if (local == 0u) {
    subtrees[TILE_LEVEL + level] = walked[level];
  }
}

/**
 * Publishes a piece of segment `id`, after its leaves are combined, and finds the subtrees before it. `isFull`: the
 * piece has MERGE_TILE items, so another one may follow. All lanes call it with the same numbers.
 */
fn findSubtrees(local: u32, mergeTile: u32, id: u32, piece: u32, isFull: bool) {
  let owner = mergeTile - piece;
  let total = pieceTotal();
  if (isFull && local == 0u) {
    announce(totalSlot(owner, piece), total);
  }
  if (piece == 0u) {
    return;
  }
  keepLeaves(local);
  // A lane looks for the subtree of its bit of the index.
  let level = min(local, 31u);
  let before = (piece >> level) << level;
  let slot = subtreeSlot(owner, max(before, 1u) - 1u);
  var waits = local < 32u && ((piece >> level) & 1u) == 1u;
  var isLost = false;
  for (var turn = 0u; turn < 32u; turn++) {
    for (var tries = 0u; tries < TRIES; tries++) {
      if (!waits) {
        break;
      }
      if (isAccPublished(slot)) {
        subtrees[TILE_LEVEL + level] = publishedAcc(slot);
        waits = false;
      }
    }
    if (waits) {
      atomicMax(&missingLevel, level + 1u);
    }
    workgroupBarrier();
    if (local == 0u) {
      sharedMissing = atomicExchange(&missingLevel, 0u);
    }
    let missing = workgroupUniformLoad(&sharedMissing);
    if (missing == 0u) {
      break;
    }
    let bits = piece >> (missing - 1u);
    computeSubtree(local, owner, id, (bits - 1u) << (missing - 1u), missing - 1u);
    waits = waits && level + 1u != missing;
    isLost = true;
  }
  if (isLost) {
    restoreLeaves(local);
  }
  if (isFull && local == 0u && (piece & 1u) == 1u) {
    announce(subtreeSlot(owner, piece), addPiece(piece, total));
  }
}
