// A prefilter copies the items of a tile that come before the pivot, in order, and counts those equal to it. Tiles are
// copied in any order: each reserves its slots by an atomic. GPUs: a workgroup takes a tile.
//
//   state, large, records             read: the tile table, and the pivots
//   digitSums                         added to: the segment's copied items
//   tileSums[tile]                    written: number of copied items, and the first one's slot; number of equal items
//   candidateKeys, candidateIndices   written: sort keys and items
//
// import tileAt from partition/tile_table
// import pivotAt, prefilteredAt, prefilteredTile, prefilterRoom, firstPrefiltered from select/prefilter/prefiltered
// given sourceMap, unpackedKey, sourceKey, lessKey, blockScan, Key, TILE, WORKGROUP, TILE_COUNT

var<storage, read_write> state: array<u32>;
var<storage, read_write> records: array<vec4u>;
var<storage, read_write> digitSums: array<atomic<u32>>;
var<storage, read_write> tileSums: array<vec2u>;
var<storage, read_write> candidateKeys: array<Key>;
var<storage, read_write> candidateIndices: array<u32>;

const WORDS = (TILE - 1u) / 32u + 1u;             // a bit for each item
const LANE_WORDS = (WORDS - 1u) / WORKGROUP + 1u;
const TILE_ROUNDS = (TILE - 1u) / WORKGROUP + 1u;

var<workgroup> copiedBits: array<atomic<u32>, WORDS>;
var<workgroup> wordStarts: array<u32, WORDS>;
var<workgroup> tileCount: u32;
var<workgroup> tileFrom: u32;
var<workgroup> tileEqual: atomic<u32>;

fn task(workgroup: u32, local: u32) {
  let inTable = workgroup < state[TILE_COUNT];
  let tile = tileAt(select(0u, workgroup, inTable));
  let pivot = records[pivotAt(tile.entry)];
  if (local == 0u) {
    tileCount = select(0u, tile.count, inTable && pivot.z != 0u);
    atomicStore(&tileEqual, 0u);
  }
  let count = workgroupUniformLoad(&tileCount);
  if (count == 0u) {
    return;
  }
  for (var i = local; i < WORDS; i += WORKGROUP) {
    atomicStore(&copiedBits[i], 0u);
  }
  workgroupBarrier();
  let map = sourceMap();
  let pivotKey = unpackedKey(pivot.xy);
  var equal = 0u;
  for (var round = 0u; round < TILE_ROUNDS; round++) {
    let i = round * WORKGROUP + local;
    let key = sourceKey(map, tile.start + min(i, count - 1u));
    if (i < count && lessKey(key, pivotKey)) {
      atomicAdd(&copiedBits[i / 32u], 1u << (i % 32u));
    }
    equal += select(0u, 1u, i < count && all(key == pivotKey));
  }
  if (equal > 0u) {
    atomicAdd(&tileEqual, equal);
  }
  workgroupBarrier();
  let first = min(local * LANE_WORDS, WORDS);
  let end = min(first + LANE_WORDS, WORDS);
  var sum = 0u;
  for (var i = first; i < end; i++) {
    sum += countOneBits(atomicLoad(&copiedBits[i]));
  }
  let scan = blockScan(local, sum);
  var start = scan.before;
  for (var i = first; i < end; i++) {
    wordStarts[i] = start;
    start += countOneBits(atomicLoad(&copiedBits[i]));
  }
  if (local == 0u) {
    tileFrom = atomicAdd(&digitSums[prefilteredAt(tile.entry)], scan.total);
    tileSums[prefilteredTile(tile)] = vec2u(scan.total, tileFrom);
    tileSums[prefilteredTile(tile) + 1u] = vec2u(atomicLoad(&tileEqual), 0u);
  }
  let earlier = workgroupUniformLoad(&tileFrom);
  if (earlier + scan.total > prefilterRoom(tile.segment)) {
    return;
  }
  let to = firstPrefiltered(tile.segment) + earlier;
  for (var i = local; i < count; i += WORKGROUP) {
    let bits = atomicLoad(&copiedBits[i / 32u]);
    if (((bits >> (i % 32u)) & 1u) != 0u) {
      let slot = to + wordStarts[i / 32u] + countOneBits(bits & ((1u << (i % 32u)) - 1u));
      candidateKeys[slot] = sourceKey(map, tile.start + i);
      candidateIndices[slot] = tile.start + i;
    }
  }
}
