// sort/large runs

// (prelude)
alias segmented_Key = u32;
alias segmented_InputWord = u32;
const segmented_TILE_COUNT = 5u;
const segmented_FULL_TILE_COUNT = 6u;
const segmented_LARGE_COUNT = 7u;
const segmented_BIN_COUNTS = 8u;
const segmented_SEGMENT_SIZE = 48u;
const segmented_WORKGROUP = 8u;
const segmented_LANES = 1u;
const segmented_TILE = 4080u;
const segmented_RUN = 8u;
const segmented_DESCENDING = false;
@group(0) @binding(0) var<storage, read_write> segmented_state: array<u32>;
@group(0) @binding(1) var<storage, read_write> segmented_large: array<vec4u>;
@group(0) @binding(2) var<storage, read_write> segmented_keysOut: array<segmented_Key>;
@group(0) @binding(3) var<storage, read_write> segmented_input: array<segmented_InputWord>;

// wgsl/plan/once.wgsl
@compute@workgroup_size(segmented_WORKGROUP)
fn segmented_main(@builtin(workgroup_id)a:vec3u,@builtin(num_workgroups)b:vec3u,
@builtin(local_invocation_id)c:vec3u){
segmented_task(segmented_workgroupIndex(a,b),c.x);
}

// wgsl/plan/workgroup_index.wgsl
fn segmented_workgroupIndex(a:vec3u,b:vec3u)->u32{
return a.y*b.x+a.x;
}

// wgsl/partition/tile_table.wgsl
struct segmented_Tile {
  start: u32,
  count: u32,
  segment: segmented_Segment,
  entry: u32,
  index: u32,
  tiles: u32,
  firstTile: u32,
}

fn segmented_largeAt(entry: u32) -> vec4u {
  let size = segmented_state[segmented_SEGMENT_SIZE];
  return select(segmented_large[entry], vec4u((size - 1u) / segmented_TILE * entry, size * entry, size, 0u), size != 0u);
}

fn segmented_tileAt(number: u32) -> segmented_Tile {
  let full = segmented_state[segmented_FULL_TILE_COUNT];
  var entry = number - full;
  if (number < full) {

    var low = 0u;
    var high = segmented_state[segmented_LARGE_COUNT];
    while (high - low > 1u) {
      let middle = (low + high) / 2u;
      if (segmented_largeAt(middle).x <= number) {
        low = middle;
      } else {
        high = middle;
      }
    }
    entry = low;
  }
  let segment = segmented_largeAt(entry);
  let fullTiles = (segment.z - 1u) / segmented_TILE;

  let index = select(fullTiles, min(number - segment.x, fullTiles), number < full);
  let count = min(segment.z - index * segmented_TILE, segmented_TILE);
  return segmented_Tile(segment.y + index * segmented_TILE, count, segmented_Segment(segment.y, segment.z), entry, index, fullTiles + 1u,
              segment.x + entry);
}

// wgsl/plan/state.wgsl
struct segmented_Segment {
  begin: u32,
  length: u32,
}

fn segmented_binCount(bin: u32) -> u32 {
  return segmented_state[segmented_BIN_COUNTS + bin];
}

// wgsl/sort/merge/large_runs.wgsl
fn segmented_task(workgroup: u32, local: u32) {
  let number = (workgroup * segmented_WORKGROUP + local) / segmented_LANES;
  if (number >= segmented_state[segmented_TILE_COUNT]) {
    return;
  }
  let tile = segmented_tileAt(number);
  let segment = tile.segment;

  let first = tile.index * segmented_TILE;
  let perLane = (segmented_TILE + segmented_LANES * segmented_RUN - 1u) / (segmented_LANES * segmented_RUN) * segmented_RUN;
  let start = first + min(local % segmented_LANES * perLane, tile.count);
  segmented_work(segment, start, first + min((local % segmented_LANES + 1u) * perLane, tile.count));
}

// wgsl/sort/merge/runs.wgsl
fn segmented_work(segment: segmented_Segment, start: u32, stop: u32) {
  for (var at = start; at < stop; at += segmented_RUN) {
    segmented_sortRegisters(segment.begin + at, min(segmented_RUN, stop - at), 0u);
  }
}

// (sortRegisters)
fn segmented_sortRegisters(begin: u32, length: u32, local: u32) {
  let lane = local % 1u;
  let first = lane * 8u;
  var r0: segmented_Item;
  var r1: segmented_Item;
  var r2: segmented_Item;
  var r3: segmented_Item;
  var r4: segmented_Item;
  var r5: segmented_Item;
  var r6: segmented_Item;
  var r7: segmented_Item;
  r0 = segmented_loadItem(begin, length, first + 0u);
  r1 = segmented_loadItem(begin, length, first + 1u);
  r2 = segmented_loadItem(begin, length, first + 2u);
  r3 = segmented_loadItem(begin, length, first + 3u);
  r4 = segmented_loadItem(begin, length, first + 4u);
  r5 = segmented_loadItem(begin, length, first + 5u);
  r6 = segmented_loadItem(begin, length, first + 6u);
  r7 = segmented_loadItem(begin, length, first + 7u);
  { let a = r0; let b = r1; let swap = segmented_precedes(b, a); r0 = select(a, b, swap); r1 = select(b, a, swap); }
  { let a = r2; let b = r3; let swap = segmented_precedes(b, a); r2 = select(a, b, swap); r3 = select(b, a, swap); }
  { let a = r4; let b = r5; let swap = segmented_precedes(b, a); r4 = select(a, b, swap); r5 = select(b, a, swap); }
  { let a = r6; let b = r7; let swap = segmented_precedes(b, a); r6 = select(a, b, swap); r7 = select(b, a, swap); }
  { let a = r0; let b = r2; let swap = segmented_precedes(b, a); r0 = select(a, b, swap); r2 = select(b, a, swap); }
  { let a = r1; let b = r3; let swap = segmented_precedes(b, a); r1 = select(a, b, swap); r3 = select(b, a, swap); }
  { let a = r4; let b = r6; let swap = segmented_precedes(b, a); r4 = select(a, b, swap); r6 = select(b, a, swap); }
  { let a = r5; let b = r7; let swap = segmented_precedes(b, a); r5 = select(a, b, swap); r7 = select(b, a, swap); }
  { let a = r1; let b = r2; let swap = segmented_precedes(b, a); r1 = select(a, b, swap); r2 = select(b, a, swap); }
  { let a = r5; let b = r6; let swap = segmented_precedes(b, a); r5 = select(a, b, swap); r6 = select(b, a, swap); }
  { let a = r0; let b = r4; let swap = segmented_precedes(b, a); r0 = select(a, b, swap); r4 = select(b, a, swap); }
  { let a = r1; let b = r5; let swap = segmented_precedes(b, a); r1 = select(a, b, swap); r5 = select(b, a, swap); }
  { let a = r2; let b = r6; let swap = segmented_precedes(b, a); r2 = select(a, b, swap); r6 = select(b, a, swap); }
  { let a = r3; let b = r7; let swap = segmented_precedes(b, a); r3 = select(a, b, swap); r7 = select(b, a, swap); }
  { let a = r2; let b = r4; let swap = segmented_precedes(b, a); r2 = select(a, b, swap); r4 = select(b, a, swap); }
  { let a = r3; let b = r5; let swap = segmented_precedes(b, a); r3 = select(a, b, swap); r5 = select(b, a, swap); }
  { let a = r1; let b = r2; let swap = segmented_precedes(b, a); r1 = select(a, b, swap); r2 = select(b, a, swap); }
  { let a = r3; let b = r4; let swap = segmented_precedes(b, a); r3 = select(a, b, swap); r4 = select(b, a, swap); }
  { let a = r5; let b = r6; let swap = segmented_precedes(b, a); r5 = select(a, b, swap); r6 = select(b, a, swap); }
  segmented_storeItem(begin, length, first + 0u, r0, 0u);
  segmented_storeItem(begin, length, first + 1u, r1, 1u);
  segmented_storeItem(begin, length, first + 2u, r2, 2u);
  segmented_storeItem(begin, length, first + 3u, r3, 3u);
  segmented_storeItem(begin, length, first + 4u, r4, 0u);
  segmented_storeItem(begin, length, first + 5u, r5, 1u);
  segmented_storeItem(begin, length, first + 6u, r6, 2u);
  segmented_storeItem(begin, length, first + 7u, r7, 3u);
}

// wgsl/sort/small/item/key.wgsl
alias segmented_Item = segmented_Key;
const segmented_PAD = segmented_MAX_KEY;

fn segmented_precedes(a: segmented_Item, b: segmented_Item) -> bool {
  return segmented_lessKey(a, b);
}

// wgsl/sort/small/item/key_loaded.wgsl
fn segmented_loadItem(begin: u32, length: u32, slot: u32) -> segmented_Item {

  let bits = segmented_inputKey(begin + min(slot, max(length, 1u) - 1u));
  return select(segmented_PAD, segmented_sortKey(bits), slot < length);
}

// wgsl/sort/small/item/key_stored.wgsl
fn segmented_storeItem(begin: u32, length: u32, slot: u32, item: segmented_Item, i: u32) {
  if (slot < length) {
    segmented_keysOut[begin + slot] = segmented_keyBits(item);
  }
}

// wgsl/sort/access/keys_index.wgsl
fn segmented_inputKey(i: u32) -> u32 {
  return i;
}

// wgsl/sort/keys/compared.wgsl
const segmented_MAX_KEY = 0xFFFFFFFFu;

fn segmented_sortKey(bits: u32) -> u32 {
  return bits;
}

fn segmented_keyBits(key: u32) -> u32 {
  return key;
}

fn segmented_lessKey(a: u32, b: u32) -> bool {
  if (max(a, b) == segmented_MAX_KEY) {
    return a < b;
  }
  let earlier = min(a, b);
  let later = max(a, b);
  let laterFirst = segmented_less(segmented_customKey(select(later, earlier, segmented_DESCENDING)), segmented_customKey(select(earlier, later, segmented_DESCENDING)));
  return laterFirst == (a > b);
}

// (key of the caller)
fn segmented_customKey(i: u32) -> vec3<f32> {
  return bitcast<vec3<f32>>(vec3u(segmented_input[3u * i], segmented_input[3u * i + 1u], segmented_input[3u * i + 2u]));
}

// compare.declarations
;

// (function of compare)
fn segmented_less(a: vec3<f32>, b: vec3<f32>) -> bool {

// compare.wgsl
return a.x < b.x;
}
