// A top-k of long segments, third step: the first items of each tile, in any order, of segments that the sift did not
// copy enough of, or too much. So whatever the keys are, a segment has few candidates. A workgroup takes a tile.
//
//   state, large, sifts   read
//   candidates            written
//
// import uniformTile from partition/tile_table
// import siftedItems, ofTiles from select/firsts/sifted
// import Bound, boundOf, isUpTo from select/firsts/bound.gpu
// import Item, makeItem from sort/small/item
// import listedId from plan/state
// import rowOf from select/topk/rows
// given sourceMap, sourceKey, LARGE_BIN, WORKGROUP, TILE

var<storage, read_write> candidates: array<Item>;

var<workgroup> tileWanted: u32;
var<workgroup> tileChosen: atomic<u32>;

var<private> tileStart: u32;

fn itemAt(i: u32) -> Item {
  return makeItem(sourceKey(sourceMap(), tileStart + i), tileStart + i, 0u);
}

fn task(workgroup: u32, local: u32) {
  let tile = uniformTile(workgroup, local);
  if (tile.count == 0u) {
    return;
  }
  let wantedOfSegment = rowOf(listedId(LARGE_BIN, tile.entry), tile.segment.length).count;
  if (local == 0u) {
    tileWanted = 0u;
    if (siftedItems(tile.entry, tile.segment, wantedOfSegment) == 0u) {
      tileWanted = min(wantedOfSegment, tile.count);
    }
    atomicStore(&tileChosen, 0u);
  }
  let wanted = workgroupUniformLoad(&tileWanted);
  if (wanted == 0u) {
    return;
  }
  tileStart = tile.start;
  var bound = Bound();
  if (wanted < tile.count) {
    bound = boundOf(local, tile.count, wanted);
  }
  let firstTile = tile.firstTile;
  let to = ofTiles(firstTile, wantedOfSegment, tile.segment.length).first + tile.index * min(wantedOfSegment, TILE);
  for (var i = local; i < tile.count; i += WORKGROUP) {
    let item = itemAt(i);
    if (wanted == tile.count || isUpTo(bound, item)) {
      // Keys of an inconsistent `orderBy` can be more.
      let slot = atomicAdd(&tileChosen, 1u);
      if (slot < wanted) {
        candidates[to + slot] = item;
      }
    }
  }
}
