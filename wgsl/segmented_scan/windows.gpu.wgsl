// Segmented scan in one pass, where results do not depend on how terms are bracketed: sums of integers, extremes, bits.
// Windows of up to MERGE_TILE items follow each other. A bit marks where a segment begins. A lane scans 16 items of its
// window, which lie in workgroup memory, and begins anew at each bit. So short segments cost as much as long ones.
// What comes before a window, of a segment that began in an earlier one, is looked up.
//
// Positions count in the order of the scan: in a reverse scan from the window's last item.
//
//   input         read
//   results       written: one an item
//   descriptors   the counter of merge tiles; then for each two slots: the total of its window, if no segment begins
//                 there; the total since the last begin, there or in an earlier window. clear.gpu.wgsl has cleared
//                 them, and has noted whether offsets fall anywhere (`check: falls`)
//   TRIES         reads of a missing total before the workgroup computes it
//
// No workgroup waits for another one: a total that is missing is computed from the input. Where offsets fall, a
// workgroup scans the segments that it owns one after another, and nothing is looked up.
//
// Tint does not know the range of a parameter, and would check every index: so functions begin with `min`.
//
// Method: flags in the order of items as Sengupta, Harris, Zhang and Owens (2007) scan them; decoupled look-back as
// Merrill and Garland (2016), with the fallback of Smith, Levien and Owens (2025).
//
// import emptyResult from segmented_scan/terms
// given ownedTogether, SEEKERS, segmentAt, boundAt, segmentsOfCall, itemsOfCall, InputWord, Acc, LEAF, WORKGROUP
// given MERGE_TILE, TRIES, EXCLUSIVE, REVERSE, TILES_CLEARED, SLOT_WORDS, elementTerm, combine, identity, resultWord
// given storeWord, publishAcc, isAccPublished, publishedAcc

var<storage, read_write> input: array<InputWord>;
var<storage, read_write> descriptors: array<atomic<u32>>;

/** What a workgroup scans at a time. */
struct Part {
  kind: u32,       // one of the constants below
  origin: u32,     // its first item
  count: u32,
  earlier: u32,    // merge tiles before this one in which the segment at position 0 lies; 0: it begins there
  reach: u32,      // of this segment, the item where it begins, or ends in a reverse scan
  firstId: u32,    // segments firstId … endId - 1 may begin in a window
  endId: u32,
}

const NOTHING = 0u;
const WINDOW = 1u;   // of a merge tile
const BEGIN = 2u;    // the first items of a segment
const REST = 3u;     // items of a segment after a part that was scanned just before

/** A lane's 16 items are a row of 16.5 words, so that lanes reach different banks. */
const STAGED_ROW = WORKGROUP + WORKGROUP / 32u;

var<workgroup> staged: array<u32, LEAF * STAGED_ROW>;
var<workgroup> begins: array<atomic<u32>, MERGE_TILE / 32u>;   // a bit a position
var<workgroup> takenTile: u32;
var<workgroup> ownedEnds: array<u32, 2>;
var<workgroup> anyFalls: atomic<u32>;
var<workgroup> sharedPart: Part;
var<workgroup> sharedCarry: Acc;      // what comes before the part

fn itemAt(part: Part, position: u32) -> u32 {
  return part.origin + select(position, part.count - 1u - position, REVERSE);
}

/** The window of a merge tile that owns segments `first` … `last` - 1. Windows follow each other. */
fn windowOf(mergeTile: u32, first: u32, last: u32) -> Part {
  let segments = segmentsOfCall();
  let items = itemsOfCall();
  // Items before the first segment and after the last one have no results.
  let low = min(boundAt(0u), items);
  let high = boundAt(segments);
  let start = max(min(mergeTile * MERGE_TILE - first, items), low);
  let end = min(min((mergeTile + 1u) * MERGE_TILE - last, items), high);
  var part = Part(WINDOW, start, max(start, end) - start, 0u, 0u, max(first, 1u) - 1u, last);
  if (start >= end) {
    part.kind = NOTHING;
  }
  // The segment at position 0: it began before the window, or is the last one that begins there.
  let id = select(first, last, REVERSE);
  let segment = segmentAt(max(id, 1u) - 1u);
  let ending = segment.begin + segment.length;
  if (!REVERSE && id > 0u && segment.begin < start && ending > start) {
    part.earlier = mergeTile - (segment.begin + id) / MERGE_TILE;
    part.reach = segment.begin;
  }
  if (REVERSE && id > 0u && segment.begin < end && ending > end) {
    part.earlier = (ending + id - 1u) / MERGE_TILE - mergeTile;
    part.reach = ending;
  }
  return part;
}

/** Where offsets fall: items of segment `id`, of which `done` have been scanned. */
fn pieceOf(id: u32, done: u32) -> Part {
  let segment = segmentAt(id);
  let count = min(segment.length - done, MERGE_TILE);
  let origin = segment.begin + select(done, segment.length - done - count, REVERSE);
  return Part(select(BEGIN, REST, done > 0u), origin, count, 0u, 0u, id, id + 1u);
}

/** Loads the items of a part, in the order of the scan. */
fn stagePart(part: Part, local: u32) {
  let lane = min(local, WORKGROUP - 1u);
  for (var group = 0u; group < LEAF / 4u; group++) {
    if (group * 4u * WORKGROUP >= part.count) {
      break;
    }
    // Four loads, then four stores: a lane waits once. What lies after the last item does no harm.
    var words = array<InputWord, 4>();
    for (var k = 0u; k < 4u; k++) {
      words[k] = input[itemAt(part, lane + (4u * group + k) * WORKGROUP)];
    }
    for (var k = 0u; k < 4u; k++) {
      staged[lane + lane / 32u + (4u * group + k) * STAGED_ROW] = words[k];
    }
  }
}

/** Marks the positions where segments begin. */
fn markBegins(part: Part, lane: u32) {
  if (part.kind == WINDOW) {
    for (var id = part.firstId + lane; id < part.endId; id += WORKGROUP) {
      let segment = segmentAt(id);
      // An empty segment marks what another one marks, or nothing.
      let item = segment.begin + select(0u, segment.length - 1u, REVERSE) - part.origin;
      if (item < part.count) {
        let position = select(item, part.count - 1u - item, REVERSE);
        atomicOr(&begins[position / 32u], 1u << (position % 32u));
      }
    }
  } else if (part.kind == BEGIN && lane == 0u) {
    atomicOr(&begins[0], 1u);
  }
}

/** The total of a lane's items since the last begin among them. */
fn totalOf(local: u32, bits: u32, count: u32) -> Acc {
  let lane = min(local, WORKGROUP - 1u);
  let place = lane * LEAF + lane / 2u;
  var total = identity();
  if (lane * LEAF + LEAF <= count) {
    for (var k = 0u; k < LEAF; k++) {
      if (((bits >> k) & 1u) != 0u) {
        total = emptyResult();
      }
      total = combine(total, elementTerm(staged[place + k], 0u));
    }
  } else {
    for (var k = 0u; k < LEAF; k++) {
      if (lane * LEAF + k >= count) {
        break;
      }
      if (((bits >> k) & 1u) != 0u) {
        total = emptyResult();
      }
      total = combine(total, elementTerm(staged[place + k], 0u));
    }
  }
  return total;
}

// The scan of lanes' totals, by raking.

const RAKED = min(16u, WORKGROUP);   // lanes a row
const RAKED_ROWS = WORKGROUP / RAKED;
const RAKED_WORDS = RAKED_ROWS * (RAKED + 1u);

/** A word in 17 is free, so that lanes that scan rows reach different banks. */
var<workgroup> raked: array<Acc, RAKED_WORDS>;
/** 1: a segment begins among the lane's items; after the scan: before the lane in its row. */
var<workgroup> rakedBegins: array<u32, RAKED_WORDS>;
var<workgroup> rowTotals: array<Acc, RAKED_ROWS>;
var<workgroup> rowHas: array<u32, RAKED_ROWS>;         // 1: a segment begins in the row
var<workgroup> rowsBefore: array<Acc, RAKED_ROWS + 1u>;
var<workgroup> rowsHave: array<u32, RAKED_ROWS + 1u>;  // 1: one begins before the row

/** Scans lanes' totals. It begins and ends with a barrier. */
fn scanTotals(local: u32, total: Acc, hasBegin: bool) {
  let lane = min(local, WORKGROUP - 1u);
  let slot = lane + lane / RAKED;
  raked[slot] = total;
  rakedBegins[slot] = select(0u, 1u, hasBegin);
  workgroupBarrier();
  if (lane < RAKED_ROWS) {
    var sum = identity();
    var has = 0u;
    for (var i = 0u; i < RAKED; i++) {
      let at = lane * (RAKED + 1u) + i;
      let next = raked[at];
      let begin = rakedBegins[at];
      raked[at] = sum;
      rakedBegins[at] = has;
      if (begin != 0u) {
        sum = identity();
      }
      sum = combine(sum, next);
      has |= begin;
    }
    rowTotals[lane] = sum;
    rowHas[lane] = has;
  }
  workgroupBarrier();
  if (lane <= RAKED_ROWS) {
    var sum = identity();
    var has = 0u;
    for (var row = 0u; row < RAKED_ROWS; row++) {
      if (row >= lane) {
        break;
      }
      if (rowHas[row] != 0u) {
        sum = identity();
      }
      sum = combine(sum, rowTotals[row]);
      has |= rowHas[row];
    }
    rowsBefore[lane] = sum;
    rowsHave[lane] = has;
  }
  workgroupBarrier();
}

// What comes before a window.

const LOOKERS = min(32u, WORKGROUP);

/** What the lanes found when they looked back. */
struct Seen {
  tiles: u32,     // merge tiles whose totals are taken
  isMissing: u32, // 1: the next one's total is missing
  isEnd: u32,     // 1: nothing more comes before
}

var<workgroup> seen: array<Acc, LOOKERS>;
var<workgroup> nearestEnd: atomic<u32>;       // the complement of the first lane that found all that comes before
var<workgroup> nearestMissing: atomic<u32>;   // the complement of the first lane that found nothing
var<workgroup> sharedSeen: Seen;

/** The slot of the merge tile so many before this one. */
fn slotBefore(mergeTile: u32, distance: u32) -> u32 {
  return 3u * select(mergeTile - distance, mergeTile + distance, REVERSE) + 1u;
}

/** Publishes what the merge tile itself has computed. */
fn publishOwn(slot: u32, value: Acc) {
  publishAcc(slot, value);
}

/** Folds the segment's items in the window of the merge tile so many before this one. Lane 0 gets the total. */
fn computeTotal(part: Part, distance: u32, lane: u32) -> Acc {
  // Between a segment's first window and this one windows have MERGE_TILE items.
  let near = (distance - 1u) * MERGE_TILE;
  var begin = part.origin + part.count + near;
  var end = min(begin + MERGE_TILE, part.reach);
  if (!REVERSE) {
    end = part.origin - near;
    begin = max(end - min(MERGE_TILE, end), part.reach);
  }
  var total = identity();
  for (var item = begin + lane; item < end; item += WORKGROUP) {
    total = combine(total, elementTerm(input[item], 0u));
  }
  workgroupBarrier();
  raked[lane] = total;
  workgroupBarrier();
  if (lane == 0u) {
    for (var i = 1u; i < WORKGROUP; i++) {
      total = combine(total, raked[i]);
    }
    if (distance == part.earlier) {
      total = combine(emptyResult(), total);
    }
  }
  workgroupBarrier();
  return total;
}

/** Looks for what comes before a window, nearest merge tiles first. It ends with a barrier. */
fn lookBefore(part: Part, mergeTile: u32, lane: u32) {
  var carry = identity();
  var distance = 1u;
  // Each turn takes at least one merge tile.
  for (var turn = 0u; turn < part.earlier; turn++) {
    if (lane < LOOKERS && distance + lane <= part.earlier) {
      let slot = slotBefore(mergeTile, distance + lane);
      var isFound = false;
      for (var tries = 0u; tries < TRIES; tries++) {
        if (isAccPublished(slot + 1u)) {
          seen[lane] = publishedAcc(slot + 1u);
          atomicMax(&nearestEnd, ~lane);
          isFound = true;
          break;
        }
        if (isAccPublished(slot)) {
          seen[lane] = publishedAcc(slot);
          isFound = true;
          break;
        }
      }
      if (!isFound) {
        atomicMax(&nearestMissing, ~lane);
      }
    }
    workgroupBarrier();
    if (lane == 0u) {
      let ending = ~atomicExchange(&nearestEnd, 0u);
      let missing = ~atomicExchange(&nearestMissing, 0u);
      let isEnd = ending < missing;
      let tiles = select(min(missing, LOOKERS), ending + 1u, isEnd);
      for (var i = 0u; i < tiles; i++) {
        carry = combine(carry, seen[i]);
      }
      sharedSeen = Seen(tiles, select(0u, 1u, !isEnd && missing < LOOKERS), select(0u, 1u, isEnd));
    }
    let found = workgroupUniformLoad(&sharedSeen);
    distance += found.tiles;
    if (found.isMissing == 1u) {
      let total = computeTotal(part, distance, lane);
      carry = combine(carry, total);
      distance++;
    }
    if (found.isEnd == 1u || distance > part.earlier) {
      break;
    }
  }
  if (lane == 0u) {
    sharedCarry = carry;
  }
  workgroupBarrier();
}

/** Scans the lane's items. Their results take their places. */
fn scanItems(local: u32, bits: u32, before: Acc) {
  let lane = min(local, WORKGROUP - 1u);
  let place = lane * LEAF + lane / 2u;
  var value = before;
  for (var k = 0u; k < LEAF; k++) {
    if (((bits >> k) & 1u) != 0u) {
      value = emptyResult();
    }
    let previous = value;
    value = combine(previous, elementTerm(staged[place + k], 0u));
    if (EXCLUSIVE) {
      staged[place + k] = resultWord(previous);
    } else {
      staged[place + k] = resultWord(value);
    }
  }
}

fn storePart(part: Part, local: u32) {
  let lane = min(local, WORKGROUP - 1u);
  for (var group = 0u; group < LEAF / 4u; group++) {
    // A condition less where all are there.
    if ((4u * group + 4u) * WORKGROUP <= part.count) {
      for (var k = 0u; k < 4u; k++) {
        let row = 4u * group + k;
        storeWord(itemAt(part, lane + row * WORKGROUP), staged[lane + lane / 32u + row * STAGED_ROW]);
      }
    } else {
      for (var k = 0u; k < 4u; k++) {
        let row = 4u * group + k;
        if (lane + row * WORKGROUP < part.count) {
          storeWord(itemAt(part, lane + row * WORKGROUP), staged[lane + lane / 32u + row * STAGED_ROW]);
        }
      }
    }
  }
}

/** Scans a part. All lanes call it with the same numbers. */
fn scanPart(part: Part, mergeTile: u32, local: u32) {
  let lane = min(local, WORKGROUP - 1u);
  markBegins(part, lane);
  stagePart(part, lane);
  workgroupBarrier();
  let bits = (atomicLoad(&begins[lane / 2u]) >> (lane % 2u * 16u)) & 0xFFFFu;
  scanTotals(lane, totalOf(lane, bits, part.count), bits != 0u);
  let slot = lane + lane / RAKED;
  let row = lane / RAKED;
  var before = raked[slot];
  let hasBegin = (rakedBegins[slot] | rowsHave[row]) != 0u;
  if (rakedBegins[slot] == 0u) {
    before = combine(rowsBefore[row], before);
  }
  let total = rowsBefore[RAKED_ROWS];
  let isCut = rowsHave[RAKED_ROWS] == 0u;
  if (part.kind == WINDOW) {
    let own = slotBefore(mergeTile, 0u);
    if (lane == 0u) {
      publishOwn(select(own + 1u, own, isCut), total);
    }
    if (part.earlier > 0u) {
      lookBefore(part, mergeTile, lane);
      if (isCut && lane == 0u) {
        publishOwn(own + 1u, combine(sharedCarry, total));
      }
    }
  }
  if (!hasBegin) {
    before = combine(sharedCarry, before);
  }
  scanItems(lane, bits, before);
  workgroupBarrier();
  if (lane == 0u && part.kind != WINDOW) {
    if (isCut) {
      sharedCarry = combine(sharedCarry, total);
    } else {
      sharedCarry = total;
    }
  }
  storePart(part, lane);
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(local_invocation_id) invocation: vec3u) {
  let lane = min(invocation.x, WORKGROUP - 1u);
  if (lane == 0u) {
    takenTile = atomicAdd(&descriptors[0], 1u);
  }
  let number = workgroupUniformLoad(&takenTile);
  let segments = segmentsOfCall();
  let lastTile = (itemsOfCall() + segments) / MERGE_TILE;
  let mergeTile = select(number, lastTile - min(number, lastTile), REVERSE);
  // Two lanes, or two groups of lanes, search side by side. All look whether offsets fall.
  let side = lane / SEEKERS;
  if (side < 2u) {
    let owned = ownedTogether((mergeTile + side) * MERGE_TILE, segments, lane % SEEKERS);
    if (lane % SEEKERS == 0u) {
      ownedEnds[side] = owned;
    }
  }
  for (var group = lane; group <= lastTile / TILES_CLEARED; group += WORKGROUP) {
    if (atomicLoad(&descriptors[group * 3u * TILES_CLEARED * SLOT_WORDS + 1u]) != 0u) {
      atomicStore(&anyFalls, 1u);
    }
  }
  workgroupBarrier();
  // Where offsets fall, `id` and `done` say what is scanned next.
  var id = ownedEnds[0];
  var done = 0u;
  for (;;) {
    if (lane == 0u) {
      let falls = atomicLoad(&anyFalls) != 0u;
      var part = Part();
      if (falls) {
        for (; id < ownedEnds[1]; id++) {
          if (done < segmentAt(id).length) {
            break;
          }
          done = 0u;
        }
        if (id < ownedEnds[1]) {
          part = pieceOf(id, done);
          done += part.count;
        }
      } else if (done == 0u && number <= lastTile) {
        part = windowOf(mergeTile, ownedEnds[0], ownedEnds[1]);
        done = 1u;
      }
      sharedPart = part;
    }
    let part = workgroupUniformLoad(&sharedPart);
    if (part.kind == NOTHING) {
      break;
    }
    scanPart(part, mergeTile, lane);
    if (part.kind == WINDOW) {
      break;
    }
    // Bits are those of the next part.
    workgroupBarrier();
    if (lane < MERGE_TILE / 32u) {
      atomicStore(&begins[lane], 0u);
    }
    workgroupBarrier();
  }
}
