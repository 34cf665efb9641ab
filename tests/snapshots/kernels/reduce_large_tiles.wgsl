// reduce/large tiles

// (prelude)
alias InputWord = vec4u;
alias Bits = u32;
const TILE_COUNT = 5u;
const LARGE_COUNT = 7u;
const BIN_COUNTS = 8u;
const BIN_BASES = 28u;
const SEGMENT_SIZE = 48u;
const TILES_EACH = 49u;
const FIRST_ID = 64u;
const TILE = 16384u;
const LARGE_BIN = 4u;
const WORKGROUP = 256u;
const GROUP_LANES = 256u;
const LEAF = 16u;
const STACK = 21u;
const TREE = true;
@group(0) @binding(0) var<storage, read_write> state: array<u32>;
@group(0) @binding(1) var<storage, read_write> spans: array<vec2u>;
@group(0) @binding(2) var<storage, read_write> partials: array<u32>;
@group(0) @binding(3) var<storage, read_write> input: array<InputWord>;
@group(0) @binding(4) var<storage, read_write> output0: array<u32>;

// wgsl/plan/once.wgsl
@compute@workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id)a:vec3u,@builtin(num_workgroups)b:vec3u,
@builtin(local_invocation_id)c:vec3u){
task(workgroupIndex(a,b),c.x);
}

// wgsl/plan/workgroup_index.wgsl
fn workgroupIndex(a:vec3u,b:vec3u)->u32{
return a.y*b.x+a.x;
}

// wgsl/partition/spread_tiles.wgsl
struct SpreadTile {
  begin: u32,
  count: u32,
  entry: u32,
  slot: u32,
  segment: Segment,
}

fn tilesOf(length: u32, size: u32) -> u32 {
  return length / size + select(0u, 1u, length % size != 0u);
}

fn tileSize(length: u32, each: u32) -> u32 {
  var size = TILE;
  while (tilesOf(length, size) > each) {
    size *= 2u;
  }
  return size;
}

fn spreadTileAt(number: u32) -> SpreadTile {
  let each = max(state[TILES_EACH], 1u);
  let segments = max(state[LARGE_COUNT], 1u);
  let entry = number % segments;
  let index = number / segments;
  let segment = listedSegment(LARGE_BIN, entry);
  let size = tileSize(segment.length, each);
  let slot = entry * each + index;
  if (index >= tilesOf(segment.length, size)) {
    return SpreadTile(segment.begin, 0u, entry, slot, segment);
  }
  return SpreadTile(segment.begin + index * size, min(size, segment.length - index * size), entry, slot, segment);
}

// wgsl/plan/state.wgsl
struct Segment {
  begin: u32,
  length: u32,
}

fn binCount(bin: u32) -> u32 {
  return state[BIN_COUNTS + bin];
}

// wgsl/plan/lists.wgsl
fn listedSegment(bin: u32, slot: u32) -> Segment {
  let size = state[SEGMENT_SIZE];
  let span = select(spans[state[BIN_BASES + bin] + slot], vec2u(slot * size, size), size != 0u);
  return Segment(span.x, span.y);
}

// wgsl/reduce/fold/fold.wgsl
fn fold(first: u32, count: u32, origin: u32, lane: u32, local: u32, rounds: u32) -> Acc {
  let leaves = count / LEAF + select(0u, 1u, count % LEAF != 0u);
  var inOrder = identity();
  for (var round = 0u; round < rounds; round++) {
    let leaf = round * GROUP_LANES + lane;
    var value = identity();
    if (leaf < leaves) {
      value = foldLeaf(first + leaf * LEAF, first + min(leaf * LEAF + LEAF, count), origin);
    }
    for (var step = 1u; step < GROUP_LANES; step <<= 1u) {
      let later = laterLane(local, value, step);
      if (lane % (step * 2u) == 0u && leaf + step < leaves) {
        value = combine(value, later);
      }
    }
    if (round * GROUP_LANES < leaves) {
      if (TREE) {

        if (lane == 0u) {
          push(round, value);
        }
      } else if (round == 0u) {

        inOrder = value;
      } else {
        inOrder = combine(inOrder, value);
      }
    }
  }
  if (TREE && lane == 0u) {
    return foldStack((leaves + GROUP_LANES - 1u) / GROUP_LANES);
  }
  return inOrder;
}

// wgsl/reduce/fold/stack.wgsl
fn push(index: u32, subtree: Acc) {
  var value = subtree;
  var level = 0u;
  for (; (index >> level) % 2u == 1u; level++) {
    value = combine(subtrees[level], value);
  }
  subtrees[level] = value;
}

fn foldStack(count: u32) -> Acc {
  var result = identity();
  var first = true;
  for (var level = 0u; (count >> level) != 0u; level++) {
    if ((count >> level) % 2u == 1u) {
      if (first) {
        result = subtrees[level];
      } else {
        result = combine(subtrees[level], result);
      }
      first = false;
    }
  }
  return result;
}

// wgsl/plan/listed_id.wgsl
fn listedId(bin: u32, slot: u32) -> u32 {
  return select(state[FIRST_ID + state[BIN_BASES + bin] + slot], slot, state[SEGMENT_SIZE] != 0u);
}

// wgsl/reduce/large/tiles.wgsl
fn task(workgroup: u32, local: u32) {
  let number = (workgroup * WORKGROUP + local) / GROUP_LANES;
  let lane = local % GROUP_LANES;
  let tile = spreadTileAt(min(number, max(state[TILE_COUNT], 1u) - 1u));
  let live = number < state[TILE_COUNT] && tile.count > 0u;
  let terms = select(0u, tile.count, live);
  let result = fold(tile.begin, terms, tile.segment.begin, lane, local, roundsFor(terms, local));
  if (live && lane == 0u) {
    if (state[TILES_EACH] > 1u) {
      storePartial(tile.slot, result);
    } else {
      writeResults(listedId(LARGE_BIN, tile.entry), tile.segment.length, result);
    }
  }
}

// (storePartial)
fn storePartial(i: u32, value: Acc) {
  partials[i * 1u + 0u] = bitcast<u32>(value.c0);
}

// wgsl/operators/element/word_of_vectors.wgsl
fn bitsAt(i: u32) -> Bits {
  return input[i / 4u][i % 4u];
}

// wgsl/reduce/fold/leaf_vectors.wgsl
fn window(low: vec4u, high: vec4u, shift: u32) -> vec4u {
  let two = (shift & 2u) != 0u;
  let four = select(low, vec4u(low.zw, high.xy), two);
  let fifth = select(high.x, high.z, two);
  return select(four, vec4u(four.yzw, fifth), (shift & 1u) != 0u);
}

alias Held = vec4u;

fn heldAt(first: u32) -> Held {
  return input[first / 4u];
}

fn foldLeaf(first: u32, end: u32, origin: u32) -> Acc {
  var held = heldAt(first);
  return foldOn(&held, first, end - first, end, origin);
}

fn foldOn(held: ptr<function, Held>, first: u32, count: u32, end: u32, origin: u32) -> Acc {
  let last = (end - 1u) / 4u;
  var value = identity();
  for (var k = 0u; k < LEAF; k += 4u) {
    let at = first + k;
    if (k == 0u || count > 4u) {

      let high = input[min(at / 4u + 1u, last)];
      let bits = window(*held, high, first % 4u);
      let index = indexOf(at, origin);
      let term = elementTerm(bits.x, index);
      if (k == 0u) {
        value = term;
      } else if (k < count) {
        value = combine(value, term);
      }
      if (k + 1u < count) {
        value = combine(value, elementTerm(bits.y, index + 1u));
      }
      if (k + 2u < count) {
        value = combine(value, elementTerm(bits.z, index + 2u));
      }
      if (k + 3u < count) {
        value = combine(value, elementTerm(bits.w, index + 3u));
      }
      *held = high;
    }
  }
  return value;
}

// wgsl/reduce/fold/source_input.wgsl
fn indexOf(i: u32, origin: u32) -> u32 {
  return i - origin;
}

fn leafTerm(i: u32, origin: u32) -> Acc {
  return elementTerm(bitsAt(i), indexOf(i, origin));
}

fn withLeafTerm(before: Acc, i: u32, origin: u32) -> Acc {
  return appended(before, bitsAt(i), indexOf(i, origin));
}

// wgsl/operators/number/f32.wgsl
fn numberOf(bits: u32) -> f32 {
  return bitcast<f32>(bits);
}

// (term of an element)
fn elementTerm(bits: u32, index: u32) -> Acc {
  return Acc(numberOf(bits));
}

// (append of an element)
fn appended(a: Acc, bits: u32, index: u32) -> Acc {
  return Acc(combineMember0(a.c0, numberOf(bits)));
}

// wgsl/reduce/fold/neighbour/workgroup.wgsl
var<workgroup> neighbourValues: array<Acc, WORKGROUP>;

fn laterLane(local: u32, value: Acc, step: u32) -> Acc {
  workgroupBarrier();
  neighbourValues[local] = value;
  workgroupBarrier();
  return neighbourValues[min(local + step, WORKGROUP - 1u)];
}

// wgsl/reduce/fold/rounds_workgroup.wgsl
var<workgroup> workgroupRounds: u32;

fn roundsFor(count: u32, local: u32) -> u32 {
  if (local == 0u) {
    workgroupRounds = (count + LEAF * GROUP_LANES - 1u) / (LEAF * GROUP_LANES);
  }
  return workgroupUniformLoad(&workgroupRounds);
}

// wgsl/reduce/fold/subtrees/workgroup.wgsl
var<workgroup> subtrees: array<Acc, STACK>;

// (accumulator)
struct Acc {
  c0: f32,
}

fn identity() -> Acc {
  return Acc(0.0);
}

fn combineMember0(a: f32, b: f32) -> f32 {
  return a + b;
}

fn combine(a: Acc, b: Acc) -> Acc {
  return Acc(combineMember0(a.c0, b.c0));
}

// (results)
fn writeResults(segment: u32, length: u32, value: Acc) {
  {
    let total = value.c0;
    output0[segment * 1u + 0u] = bitcast<u32>(total);
  }
}
