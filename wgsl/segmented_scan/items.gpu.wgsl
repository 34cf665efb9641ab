// Where leaves of a scan on GPUs (segmented_scan/one_pass.gpu.wgsl) lie: in the call's buffers, or in workgroup memory.

// ---- choice items: direct
// A lane reads the items of its leaves from the input, and stores their results.
//
// import bitsAt from operators/element
// given REVERSE, storeResult, Bits, Acc

alias Place = u32;

fn placeOf(item: u32) -> Place {
  return item;
}

fn stageItems(first: u32, count: u32, local: u32) {
}

/** The bits of item i from a place. */
fn bitsOfLeaf(place: Place, i: u32) -> Bits {
  return bitsAt(select(place + i, place - i, REVERSE));
}

fn setResult(place: Place, i: u32, value: Acc) {
  storeResult(select(place + i, place - i, REVERSE), value);
}

/** Whether a shorter code can read and store the leaf's items. */
fn isAligned(place: Place) -> bool {
  return false;
}

fn alignedBits(place: Place, i: u32) -> Bits {
  return bitsOfLeaf(place, i);
}

fn setAligned(place: Place, i: u32, value: Acc) {
  setResult(place, i, value);
}

fn storeStaged(first: u32, count: u32, local: u32) {
}

// ---- choice items: staged
// Items and results of one word each. A workgroup loads the items of a part into workgroup memory, neighbouring lanes
// neighbouring words. A lane puts the results of its leaves in their places. The workgroup stores them in the same way.
//
// Tint knows the ranges of remainders, quotients and loops with constant ends. So few indices of `itemWords` are
// checked.
//
//   input   read
//
// given REVERSE, InputWord, Bits, Acc, LEAF, WORKGROUP, MERGE_TILE, storeWord, resultWord

var<storage, read_write> input: array<InputWord>;

/** One word in 33 is free, so that lanes whose leaves are 16 items apart reach different banks. */
const STAGED_ROW = WORKGROUP + WORKGROUP / 32u;
/** Words before the first item: a leaf in reverse is addressed by its last item, which may not exist. */
const MARGIN = select(0u, LEAF, REVERSE);
/** 1 where item i of a leaf is at LEAF - 1 - i. */
const FLIP = select(0u, 1u, REVERSE);
const STAGED_ROWS = (MERGE_TILE + MARGIN) / 32u;

var<workgroup> itemWords: array<u32, LEAF * STAGED_ROW + 3u * LEAF>;
var<private> stagedFirst: u32;

/** Where the lowest item of a leaf is. */
struct Place {
  row: u32,      // of 32 items
  column: u32,
}

fn placeOf(item: u32) -> Place {
  let at = item - stagedFirst + select(0u, 1u, REVERSE);
  return Place(at / 32u, at % 32u);
}

/** Loads items, up to MERGE_TILE. It ends with a barrier. */
fn stageItems(first: u32, count: u32, local: u32) {
  stagedFirst = first;
  let lane = local % WORKGROUP;
  let to = lane + MARGIN + (lane + MARGIN) / 32u;
  for (var group = 0u; group < LEAF / 4u; group++) {
    if (group * 4u * WORKGROUP >= count) {
      break;
    }
    // Four loads, then four stores: a lane waits once.
    var words = array<InputWord, 4>();
    let at = local + 4u * group * WORKGROUP;
    if (count == MERGE_TILE) {
      for (var k = 0u; k < 4u; k++) {
        words[k] = input[first + at + k * WORKGROUP];
      }
    } else {
      for (var k = 0u; k < 4u; k++) {
        words[k] = input[first + min(at + k * WORKGROUP, count - 1u)];
      }
    }
    for (var k = 0u; k < 4u; k++) {
      itemWords[to + (4u * group + k) * STAGED_ROW] = words[k];
    }
  }
  workgroupBarrier();
}

/** The bits of item i of a leaf. A free word may lie between two items. */
fn bitsOfLeaf(place: Place, i: u32) -> Bits {
  let column = place.column % 32u + (i + FLIP * (LEAF - 1u + LEAF - 2u * i)) % LEAF;
  return itemWords[min(place.row, STAGED_ROWS) * 33u + column + column / 32u];
}

fn setResult(place: Place, i: u32, value: Acc) {
  let column = place.column % 32u + (i + FLIP * (LEAF - 1u + LEAF - 2u * i)) % LEAF;
  itemWords[min(place.row, STAGED_ROWS) * 33u + column + column / 32u] = resultWord(value);
}

/** Whether no free word lies between items of the leaf. */
fn isAligned(place: Place) -> bool {
  return place.column % LEAF == 0u;
}

fn alignedBits(place: Place, i: u32) -> Bits {
  let column = place.column % 32u / LEAF * LEAF + (i + FLIP * (LEAF - 1u + LEAF - 2u * i)) % LEAF;
  return itemWords[min(place.row, STAGED_ROWS) * 33u + column];
}

fn setAligned(place: Place, i: u32, value: Acc) {
  let column = place.column % 32u / LEAF * LEAF + (i + FLIP * (LEAF - 1u + LEAF - 2u * i)) % LEAF;
  itemWords[min(place.row, STAGED_ROWS) * 33u + column] = resultWord(value);
}

/** Stores the results of all staged items. It begins with a barrier. */
fn storeStaged(first: u32, count: u32, local: u32) {
  workgroupBarrier();
  let lane = local % WORKGROUP;
  let from_ = lane + MARGIN + (lane + MARGIN) / 32u;
  if (count == MERGE_TILE) {
    for (var k = 0u; k < LEAF; k++) {
      storeWord(first + local + k * WORKGROUP, itemWords[from_ + k * STAGED_ROW]);
    }
  } else {
    for (var k = 0u; k < LEAF; k++) {
      if (local + k * WORKGROUP < count) {
        storeWord(first + local + k * WORKGROUP, itemWords[from_ + k * STAGED_ROW]);
      }
    }
  }
}
