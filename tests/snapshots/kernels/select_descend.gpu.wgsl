// select/descend

// (prelude)
alias Scanned = u32;
alias Key = u32;
const LARGE_COUNT = 7u;
const WORKGROUP = 256u;
const DIGITS = 256u;
const SOUGHT = 1u;
const LARGE_ROOM = 511u;
const GRID_SLOT = 0u;
@group(0) @binding(0) var<uniform> grids: array<vec4u, 17>;
@group(0) @binding(1) var<storage, read_write> records: array<vec4u>;
@group(0) @binding(2) var<storage, read_write> state: array<u32>;
@group(0) @binding(3) var<storage, read_write> digitSums: array<atomic<u32>>;
@group(0) @binding(4) var<uniform> level: vec4u;

// wgsl/plan/repeated.wgsl
fn gridWord(a:u32)->u32{
return grids[a/4u][a%4u];
}

@compute@workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id)a:vec3u,@builtin(num_workgroups)b:vec3u,
@builtin(local_invocation_id)c:vec3u){
let d=gridWord(GRID_SLOT*3u)*gridWord(GRID_SLOT*3u+1u);
for(var e=a.x;e<d;e+=b.x){
task(e,c.x);

if(e+b.x<d){
workgroupBarrier();
}
}
}

// wgsl/select/radix/records.wgsl
const OF_INPUT = 0xFFFFFFFFu;

const SEARCHED = 0u;
const WHOLE = 1u;
const NOTHING = 2u;

const SUM_WORDS = SOUGHT * DIGITS + 1u;

fn searchAt(side: u32, entry: u32, sought: u32) -> u32 {
  return (side * LARGE_ROOM + entry) * SOUGHT + sought;
}

fn sourceAt(side: u32, entry: u32) -> u32 {
  return 2u * LARGE_ROOM * SOUGHT + side * LARGE_ROOM + entry;
}

fn digitSumsAt(side: u32, entry: u32) -> u32 {
  return (side * LARGE_ROOM + entry) * SUM_WORDS;
}

// wgsl/select/radix/leader.wgsl
fn leaderOf(side: u32, entry: u32, sought: u32) -> u32 {
  let prefix = records[searchAt(side, entry, sought)].xy;
  for (var k = 0u; k < sought; k++) {
    if (all(records[searchAt(side, entry, k)].xy == prefix)) {
      return k;
    }
  }
  return sought;
}

// wgsl/scan/bank.wgsl
fn bank(slot: u32) -> u32 {
  return slot + slot / 32u;
}

// wgsl/select/radix/descend.wgsl
const LANE_DIGITS = max(DIGITS / BLOCK_LANES, 1u);

fn task(workgroup: u32, local: u32) {
  let block = blockIndex(workgroup, local);
  let inTable = block < state[LARGE_COUNT];
  let entry = select(0u, block, inTable);
  let side = level.w;
  let source = records[sourceAt(side, entry)];
  let live = inTable && source.z == SEARCHED;
  let first = min(blockLane(local) * LANE_DIGITS, DIGITS);

  let end = select(first, min(first + LANE_DIGITS, DIGITS), live);
  for (var k = 0u; k < SOUGHT; k++) {
    let search = records[searchAt(side, entry, k)];
    let sums = digitSumsAt(side, entry) + leaderOf(side, entry, k) * DIGITS;
    var sum = 0u;
    for (var digit = first; digit < end; digit++) {
      sum += atomicLoad(&digitSums[sums + digit]);
    }
    var before = blockScan(local, sum).before;
    let rank = rankNow(side, entry, k, search.z);
    if (live && rank - before < sum) {
      for (var digit = first; digit < end; digit++) {
        let count = atomicLoad(&digitSums[sums + digit]);
        if (rank - before < count) {
          let prefix = withDigit(unpackedKey(search.xy), digit, level.x);
          records[searchAt(1u - side, entry, k)] = vec4u(packedKey(prefix), rank - before, count);
          break;
        }
        before += count;
      }
    }
    if (inTable && !live && blockLane(local) == 0u) {
      records[searchAt(1u - side, entry, k)] = search;
    }
  }
  if (inTable) {
    let other = digitSumsAt(1u - side, entry);
    for (var i = blockLane(local); i < SUM_WORDS; i += BLOCK_LANES) {
      atomicStore(&digitSums[other + i], 0u);
    }
    if (blockLane(local) == 0u) {
      records[sourceAt(1u - side, entry)] = source;
      noteCount(side, entry);
    }
  }
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

// wgsl/select/radix/rank_kept.wgsl
fn rankNow(side: u32, entry: u32, sought: u32, rank: u32) -> u32 {
  return rank;
}

fn noteCount(side: u32, entry: u32) {
}

// wgsl/select/keys/word.wgsl
fn prefixMask() -> Key {
  return level.y;
}

fn withDigit(prefix: Key, digit: u32, shift: u32) -> Key {
  return prefix | (digit << shift);
}

fn packedKey(key: Key) -> vec2u {
  return vec2u(key, 0u);
}

fn unpackedKey(words: vec2u) -> Key {
  return words.x;
}
