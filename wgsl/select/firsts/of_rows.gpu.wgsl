// A top-k of long segments, last step: a workgroup chooses the first of its segment's candidates, counts for each how
// many of them come before it, and stores it at that rank of the row.
//
//   state, large, sifts, candidates   read
//
// import largeAt from partition/tile_table
// import siftedItems, ofTiles, firstSifted from select/firsts/sifted
// import Bound, boundOf, isUpTo from select/firsts/bound.gpu
// import Item, precedes, keyOf, itemIndexOf from sort/small/item
// import Segment, listedId from plan/state
// import rowOf, slotsOf, endRow, storeTop from select/topk/rows
// given LARGE_COUNT, LARGE_BIN, WORKGROUP, MAX_K, Key

var<storage, read_write> state: array<u32>;
var<storage, read_write> candidates: array<Item>;

var<workgroup> rowSource: vec4u;   // first candidate · their number · how many are searched for · 1: there is a segment
var<workgroup> chosenCount: atomic<u32>;
var<workgroup> chosen: array<Item, MAX_K>;

var<private> firstItem: u32;

fn itemAt(i: u32) -> Item {
  return candidates[firstItem + i];
}

/** 1 if a chosen item comes before another. */
fn isBefore(j: u32, count: u32, item: Item) -> u32 {
  return select(0u, 1u, (j < count) & precedes(chosen[j], item));
}

fn task(workgroup: u32, local: u32) {
  let inTable = workgroup < state[LARGE_COUNT];
  let entry = select(0u, workgroup, inTable);
  let listed = largeAt(entry);
  let segment = Segment(listed.y, listed.z);
  let id = listedId(LARGE_BIN, entry);
  let row = rowOf(id, segment.length);
  if (local == 0u) {
    let sifted = siftedItems(entry, segment, row.count);
    let ofTile = ofTiles(listed.x + entry, row.count, segment.length);
    rowSource = vec4u(select(vec2u(firstSifted(segment), sifted), vec2u(ofTile.first, ofTile.count), sifted == 0u),
                      row.count, select(0u, 1u, inTable));
    atomicStore(&chosenCount, 0u);
  }
  let source = workgroupUniformLoad(&rowSource);
  if (source.w == 0u) {
    return;
  }
  firstItem = source.x;
  var bound = Bound();
  let choosesAll = source.z == source.y;
  if (source.z > 0u && !choosesAll) {
    bound = boundOf(local, source.y, source.z);
  }
  for (var i = local; i < select(0u, source.y, source.z > 0u); i += WORKGROUP) {
    let item = itemAt(i);
    if (choosesAll || isUpTo(bound, item)) {
      let slot = atomicAdd(&chosenCount, 1u);
      if (slot < source.z) {
        chosen[slot] = item;
      }
    }
  }
  workgroupBarrier();
  for (var i = local; i < source.z; i += WORKGROUP) {
    let item = chosen[i];
    var rank = 0u;
    for (var j = 0u; j < source.z; j += 4u) {
      rank += isBefore(j, source.z, item) + isBefore(j + 1u, source.z, item) + isBefore(j + 2u, source.z, item)
          + isBefore(j + 3u, source.z, item);
    }
    storeTop(row.first + rank, keyOf(item), itemIndexOf(item), segment.begin, true);
  }
  for (var i = source.z + local; i < slotsOf(row); i += WORKGROUP) {
    storeTop(row.first + i, Key(), 0u, 0u, false);
  }
  if (local == 0u) {
    endRow(id, row, slotsOf(row));
  }
}
