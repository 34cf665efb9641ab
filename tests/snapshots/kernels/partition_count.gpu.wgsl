// partition/count

// (prelude)
alias Scanned = vec4u;
alias Key = u32;
const ITEM_COUNT = 0u;
const SEGMENT_COUNT = 1u;
const BLOCK_COUNT = 2u;
const BIN_COUNTS = 8u;
const FULL_TILES = 11u;
const COUNT_QUADS = 3u;
const LARGE_MIN_LENGTH = 2049u;
const MIN_LENGTH = 2u;
const TILE = 2048u;
const WORKGROUP = 256u;
const SEGMENTS_PER_LANE = 8u;
@group(0) @binding(0) var<storage, read_write> state: array<u32>;
@group(0) @binding(1) var<storage, read_write> counters: array<u32>;
@group(0) @binding(2) var<storage, read_write> offsets: array<u32>;
@group(0) @binding(3) var<storage, read_write> keysIn: array<Key>;
@group(0) @binding(4) var<storage, read_write> keysOut: array<Key>;

// wgsl/partition/count.wgsl
@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let block = blockIndex(workgroupIndex(workgroup, grid), local);
  let blocks = state[BLOCK_COUNT];
  let first = (block * BLOCK_LANES + blockLane(local)) * SEGMENTS_PER_LANE;
  let end = min(first + SEGMENTS_PER_LANE, state[SEGMENT_COUNT]);
  var atLeast: BinCounts;
  var tiles = 0u;
  for (var id = first; id < end; id++) {
    let segment = segmentAt(id);
    copySingleton(segment);
    atLeast = addedCounts(atLeast, countAtLeast(segment.length));
    tiles += fullTiles(segment.length);
  }
  var counts = perBinCounts(atLeast);
  counts[FULL_TILES / 4u][FULL_TILES % 4u] = tiles;

  for (var quad = 0u; quad < min(COUNT_QUADS, arrayLength(&counters)); quad++) {
    let total = blockScan(local, counts[0]).total;
    counts = shifted(counts, total);
    if (blockLane(local) == 0u && block < blocks) {

      let first = quad * 4u * blocks + block;
      counters[first] = total.x;
      counters[first + blocks] = total.y;
      counters[first + 2u * blocks] = total.z;
      counters[first + 3u * blocks] = total.w;
    }
  }
}

// wgsl/plan/workgroup_index.wgsl
fn workgroupIndex(workgroup: vec3u, grid: vec3u) -> u32 {
  return workgroup.y * grid.x + workgroup.x;
}

// wgsl/plan/state.wgsl
struct Segment {
  begin: u32,
  length: u32,
}

fn binCount(bin: u32) -> u32 {
  return state[BIN_COUNTS + bin];
}

// wgsl/scan/bank.wgsl
fn bank(slot: u32) -> u32 {
  return slot + slot / 32u;
}

// wgsl/partition/segments/offsets.wgsl
fn segmentAt(id: u32) -> Segment {
  let end = min(offsets[id + 1u], state[ITEM_COUNT]);
  let begin = min(offsets[id], end);
  return Segment(begin, end - begin);
}

// wgsl/scan/block.gpu.wgsl
const BLOCK_LANES = WORKGROUP;
const RAKE = 16u;
const ROWS_RAKED = WORKGROUP / RAKE;

struct BlockScan {
  before: Scanned,
  total: Scanned,
}

var<workgroup> blockSums: array<Scanned, WORKGROUP + WORKGROUP / 32u>;
var<workgroup> rowSums: array<Scanned, ROWS_RAKED>;

fn blockIndex(workgroup: u32, local: u32) -> u32 {
  return workgroup;
}

fn blockLane(local: u32) -> u32 {
  return local;
}

fn blockScan(local: u32, value: Scanned) -> BlockScan {
  blockSums[bank(local)] = value;
  workgroupBarrier();
  if (local < ROWS_RAKED) {
    var sum = scanIdentity();
    for (var i = local * RAKE; i < local * RAKE + RAKE; i++) {
      let next = blockSums[bank(i)];
      blockSums[bank(i)] = sum;
      sum = scanCombine(sum, next);
    }
    rowSums[local] = sum;
  }
  workgroupBarrier();
  var before = blockSums[bank(local)];
  var total = scanIdentity();
  for (var row = 0u; row < ROWS_RAKED; row++) {
    if (row == local / RAKE) {
      before = scanCombine(total, before);
    }
    total = scanCombine(total, rowSums[row]);
  }
  return BlockScan(before, total);
}

// wgsl/scan/add.wgsl
fn scanIdentity() -> Scanned {
  return Scanned();
}

fn scanCombine(a: Scanned, b: Scanned) -> Scanned {
  return a + b;
}

// wgsl/sort/singleton/key.wgsl
fn copySingleton(segment: Segment) {
  if (segment.length == 1u) {
    keysOut[segment.begin] = keysIn[segment.begin];
  }
}

// wgsl/partition/large_tiles.wgsl
fn fullTiles(length: u32) -> u32 {
  return select(0u, (length - 1u) / TILE, length >= LARGE_MIN_LENGTH);
}

// (counts)
alias BinCounts=array<vec4u,3>;
fn isListed(length:u32)->bool{
return length>=MIN_LENGTH&&length<4294967295;
}
fn countAtLeast(length:u32)->BinCounts{
return BinCounts(vec4u(vec4u(length)>=vec4u(MIN_LENGTH,5,9,17)),vec4u(vec4u(length)>=vec4u(33,65,129,257)),vec4u(vec4u(length)>=vec4u(513,1025,2049,4294967295)));
}
fn perBinCounts(counts:BinCounts)->BinCounts{
return BinCounts(counts[0]-vec4u(counts[0].yzw,counts[1].x),counts[1]-vec4u(counts[1].yzw,counts[2].x),counts[2]-vec4u(counts[2].yzw,counts[0].x));
}
fn addedCounts(counts:BinCounts,more:BinCounts)->BinCounts{
return BinCounts(counts[0]+more[0],counts[1]+more[1],counts[2]+more[2]);
}
fn slotOf(counts:BinCounts,one:BinCounts)->u32{
return sumOf(BinCounts(select(vec4u(),counts[0],one[0]==vec4u(1)),select(vec4u(),counts[1],one[1]==vec4u(1)),select(vec4u(),counts[2],one[2]==vec4u(1))));
}
fn shifted(counts:BinCounts,last:vec4u)->BinCounts{
return BinCounts(counts[1],counts[2],last);
}
fn sumOf(counts:BinCounts)->u32{
return dot(counts[0]+counts[1]+counts[2],vec4u(1));
}
