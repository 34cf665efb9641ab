// How a scan in one pass (segmented_scan/one_pass.gpu.wgsl) combines the leaves of a part: by the fixed tree, or in any
// order.

// ---- choice order: tree
// Results depend on how terms are bracketed: a leaf's results combine the subtrees of the bits of its index, the
// shortest first.
//
// import emptyResult, withInitial from segmented_scan/terms
// import totals, sumLeaves from segmented_scan/work.gpu
// import subtrees from reduce/fold/stack
// import inclusive, leafBefore, ScanLeaf from segmented_scan/one_pass.gpu
// given Acc, LEAF, TILE_LEVEL, WORKGROUP, EXCLUSIVE, combine

/** A lane's total, while a missing subtree is computed. */
var<private> keptTotal: Acc;
/** Whether nothing comes before the leaf so far. */
var<private> isFirst: bool;

/** Combines the totals of lanes' whole leaves. `index`: of the lane's leaf. It ends with a barrier. */
fn combineLeaves(local: u32, live: bool, index: u32, total: Acc) {
  if (live) {
    totals[local] = total;
  }
  sumLeaves(local, live, index);
}

/** The total of a whole piece. */
fn pieceTotal() -> Acc {
  return totals[WORKGROUP - 1u];
}

fn keepLeaves(local: u32) {
  keptTotal = totals[local];
}

fn restoreLeaves(local: u32) {
  workgroupBarrier();
  totals[local] = keptTotal;
  workgroupBarrier();
}

fn combineBefore(local: u32, leaves: u32, isWhole: bool) {
}

/** Combines the leaf in `inclusive` with the subtrees before it. `leaves`: leaves of the segment before its piece. */
fn findBefore(local: u32, leaf: ScanLeaf, leaves: u32) {
  leafBefore = emptyResult();
  isFirst = true;
  // The bits of the leaf's index in its segment, from the shortest subtree on.
  for (var level = 0u; level < TILE_LEVEL; level++) {
    if (((leaf.index >> level) & 1u) != 0u) {
      let slot = local + ((leaf.index >> level) << level) - 1u - leaf.index;
      addBefore(totals[min(slot, WORKGROUP - 1u)]);
    }
  }
  for (var rest = leaves; rest != 0u; rest &= rest - 1u) {
    addBefore(subtrees[firstTrailingBit(rest)]);
  }
  if (!isFirst && EXCLUSIVE) {
    leafBefore = withInitial(leafBefore);
  }
}

fn addBefore(subtree: Acc) {
  for (var i = 0u; i < LEAF; i++) {
    inclusive[i] = combine(subtree, inclusive[i]);
  }
  if (EXCLUSIVE) {
    if (isFirst) {
      leafBefore = subtree;
    } else {
      leafBefore = combine(subtree, leafBefore);
    }
  }
  isFirst = false;
}

fn finished(value: Acc) -> Acc {
  return withInitial(value);
}

// ---- choice order: any
// Results do not depend on how terms are bracketed: one value comes before a leaf. Totals of lanes are scanned by
// raking.
//
// import emptyResult from segmented_scan/terms
// import subtrees from reduce/fold/stack
// import leafBefore, ScanLeaf from segmented_scan/one_pass.gpu
// given Acc, WORKGROUP, combine, identity

const RAKED = min(16u, WORKGROUP);   // lanes a row
const RAKED_ROWS = WORKGROUP / RAKED;

/** A word in 17 is free, so that lanes that scan rows reach different banks. */
var<workgroup> raked: array<Acc, RAKED_ROWS * (RAKED + 1u)>;
var<workgroup> rakedIndices: array<u32, RAKED_ROWS * (RAKED + 1u)>;   // of lanes' leaves, 0 where a lane has none
var<workgroup> rowTotals: array<Acc, RAKED_ROWS>;
var<workgroup> rowReaches: array<u32, RAKED_ROWS>;   // 1: the segment of a row's last leaf began before the row
var<workgroup> rowsBefore: array<Acc, RAKED_ROWS>;
var<workgroup> sharedBefore: Acc;
var<private> beforePart: Acc;
var<private> rowBefore: Acc;    // what comes before the lane's row, if a segment goes on there
var<private> beforeLeaf: Acc;   // what comes before the lane's leaf in its row
var<private> keptRow: Acc;      // both, while a missing subtree is computed
var<private> keptBefore: Acc;

/** Scans the totals of lanes' whole leaves. `index`: of the lane's leaf. It ends with a barrier. */
fn combineLeaves(local: u32, live: bool, index: u32, total: Acc) {
  let lane = local % WORKGROUP;
  let slot = lane + lane / RAKED;
  var value = identity();
  if (live) {
    value = total;
  }
  raked[slot] = value;
  rakedIndices[slot] = select(0u, index, live);
  workgroupBarrier();
  if (lane < RAKED_ROWS) {
    var sum = identity();
    var last = 0u;
    for (var i = 0u; i < RAKED; i++) {
      let at = lane * (RAKED + 1u) + i;
      let next = raked[at];
      last = rakedIndices[at];
      raked[at] = sum;
      if (last == 0u) {
        sum = identity();
      }
      sum = combine(sum, next);
    }
    rowTotals[lane] = sum;
    rowReaches[lane] = select(0u, 1u, last >= RAKED);
  }
  workgroupBarrier();
  if (lane < RAKED_ROWS) {
    var sum = identity();
    for (var row = 0u; row < RAKED_ROWS; row++) {
      if (row >= lane) {
        break;
      }
      if (rowReaches[row] == 0u) {
        sum = identity();
      }
      sum = combine(sum, rowTotals[row]);
    }
    rowsBefore[lane] = sum;
  }
  workgroupBarrier();
  // The row has leaves before this one, or the segment began in an earlier row.
  beforeLeaf = raked[slot];
  rowBefore = rowsBefore[lane / RAKED];
}

/** The total of a whole piece, after its leaves are combined. */
fn pieceTotal() -> Acc {
  return combine(rowsBefore[RAKED_ROWS - 1u], rowTotals[RAKED_ROWS - 1u]);
}

fn keepLeaves(local: u32) {
  keptBefore = beforeLeaf;
  keptRow = rowBefore;
}

fn restoreLeaves(local: u32) {
  beforeLeaf = keptBefore;
  rowBefore = keptRow;
}

/** Finds what comes before the part. `isWhole`: nothing but the initial value. It ends with a barrier. */
fn combineBefore(local: u32, leaves: u32, isWhole: bool) {
  beforePart = emptyResult();
  if (!isWhole) {
    if (local == 0u) {
      var before = identity();
      for (var rest = leaves; rest != 0u; rest &= rest - 1u) {
        before = combine(subtrees[firstTrailingBit(rest)], before);
      }
      sharedBefore = combine(beforePart, before);
    }
    workgroupBarrier();
    beforePart = sharedBefore;
  }
}

fn findBefore(local: u32, leaf: ScanLeaf, leaves: u32) {
  leafBefore = beforePart;
  if (leaf.index > 0u) {
    if (leaf.index > local % RAKED) {
      leafBefore = combine(leafBefore, rowBefore);
    }
    leafBefore = combine(leafBefore, beforeLeaf);
  }
}

fn finished(value: Acc) -> Acc {
  return combine(leafBefore, value);
}
