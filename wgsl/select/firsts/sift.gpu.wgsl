// A top-k of long segments, second step: a workgroup copies the items of its tile up to the pivot to the candidates of
// its segment, in any order. Most lanes find none, so a lane notes its items by bits and loads them again.
//
//   state, large   read: the tile table
//   sifts          read: the pivot; added to: the segment's copied items
//   candidates     written
//
// import uniformTile from partition/tile_table
// import siftRoom, firstSifted from select/firsts/sifted
// import Item, makeItem from sort/small/item
// given sourceMap, sourceKey, lessKey, unpackedKey, TILE, WORKGROUP

var<storage, read_write> sifts: array<atomic<u32>>;
var<storage, read_write> candidates: array<Item>;

const ROUNDS = (TILE - 1u) / WORKGROUP + 1u;
const NOTED = min(ROUNDS, 32u);   // rounds whose items a word notes

var<workgroup> sharedPivot: vec3u;
var<workgroup> copiedCount: atomic<u32>;
var<workgroup> copiedFrom: u32;

fn task(workgroup: u32, local: u32) {
  let tile = uniformTile(workgroup, local);
  if (tile.count == 0u) {
    return;
  }
  let record = 4u * tile.entry;
  if (local == 0u) {
    sharedPivot = vec3u(atomicLoad(&sifts[record]), atomicLoad(&sifts[record + 1u]), atomicLoad(&sifts[record + 2u]));
  }
  let pivot = workgroupUniformLoad(&sharedPivot);
  if (pivot.z == 0u) {
    return;
  }
  let pivotKey = unpackedKey(pivot.xy);
  let map = sourceMap();
  let room = siftRoom(tile.segment);
  let to = firstSifted(tile.segment);
  for (var done = 0u; done < tile.count; done += NOTED * WORKGROUP) {
    let first = tile.start + done + local;
    if (local == 0u) {
      atomicStore(&copiedCount, 0u);
    }
    var noted = 0u;
    // Four loads at a time.
    for (var round = 0u; round < NOTED; round += 4u) {
      let i = first + round * WORKGROUP;
      let a = sourceKey(map, i);
      let b = sourceKey(map, i + WORKGROUP);
      let c = sourceKey(map, i + 2u * WORKGROUP);
      let d = sourceKey(map, i + 3u * WORKGROUP);
      let bits = select(1u, 0u, lessKey(pivotKey, a)) | select(2u, 0u, lessKey(pivotKey, b))
          | select(4u, 0u, lessKey(pivotKey, c)) | select(8u, 0u, lessKey(pivotKey, d));
      noted |= bits << round;
    }
    // The last tile of a segment may end in any round.
    let rounds = (tile.count - min(done + local, tile.count) + WORKGROUP - 1u) / WORKGROUP;
    noted &= select((1u << rounds) - 1u, 0xFFFFFFFFu, rounds >= 32u);
    workgroupBarrier();
    var slot = 0u;
    if (noted != 0u) {
      slot = atomicAdd(&copiedCount, countOneBits(noted));
    }
    workgroupBarrier();
    if (local == 0u) {
      let count = atomicLoad(&copiedCount);
      copiedFrom = 0u;
      if (count > 0u) {
        copiedFrom = atomicAdd(&sifts[record + 3u], count);
      }
    }
    slot += workgroupUniformLoad(&copiedFrom);
    for (; noted != 0u && slot < room; slot++) {
      let i = first + firstTrailingBit(noted) * WORKGROUP;
      candidates[to + slot] = makeItem(sourceKey(map, i), i, 0u);
      noted &= noted - 1u;
    }
  }
}
