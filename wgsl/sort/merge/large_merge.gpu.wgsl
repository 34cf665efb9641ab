// One merge pass over the tiles of all large segments, GPUs. A workgroup merges the outputs of a tile.
//
//   state, large   read: the tile table
//
// import tileAt from partition/tile_table
// import Segment from plan/state
// import tileCut from sort/merge/pairs
// import mergeTogether from sort/merge/together.gpu
// given TILE_COUNT, WORKGROUP, TILE

var<storage, read_write> state: array<u32>;

var<workgroup> tileEnds: array<atomic<u32>, 2>;   // the cuts at the tile's start and end

fn task(workgroup: u32, local: u32) {
  let number = workgroup;
  if (local < 2u) {
    atomicStore(&tileEnds[local], 0u);
  }
  workgroupBarrier();
  let live = number < state[TILE_COUNT];
  let tile = tileAt(select(0u, number, live));
  let segment = Segment(tile.segment.begin, select(0u, tile.segment.length, live));
  for (var end = 0u; end < 2u; end++) {
    atomicMax(&tileEnds[end], tileCut(segment, tile.firstTile, tile.index + end, local, WORKGROUP));
  }
  workgroupBarrier();
  let first = tile.index * TILE;
  let last = first + select(0u, tile.count, live);
  let perLane = (TILE + WORKGROUP - 1u) / WORKGROUP;
  mergeTogether(local, segment, first, last, perLane, atomicLoad(&tileEnds[0]), atomicLoad(&tileEnds[1]));
}
