// A top-k of long segments, first step: the pivot of each segment, a key that probably few more items precede than are
// searched for. A workgroup draws a sample, takes the first key of each of GROUPS groups, and of these the key at a
// rank. So it orders nothing. Results do not depend on the pivot.
//
//   state, large   read
//   sifts          written: the pivot, if there is one, and no copied items
//
// import largeAt from partition/tile_table
// import listedId from plan/state
// import rowOf from select/topk/rows
// given sourceMap, sourceKey, lessKey, packedKey, MAX_KEY, LARGE_COUNT, LARGE_BIN, WORKGROUP, SAMPLE, Key
// given KeyMap

const GROUPS = 256u;

var<storage, read_write> state: array<u32>;
var<storage, read_write> sifts: array<atomic<u32>>;

var<workgroup> sampled: vec3u;   // first item, number of items, and how many are searched for
var<workgroup> groupFirsts: array<Key, GROUPS>;
var<workgroup> groupRanks: array<u32, GROUPS>;
var<workgroup> pivotAt: atomic<u32>;

/** The item of a step of the sample, at an index that depends only on the step's number. */
fn sampleAt(i: u32, step: u32) -> u32 {
  return i * step + ((((i * 0x9E3779B9u) >> 16u) * min(step, 65536u)) >> 16u);
}

/** The rank of the pivot, from 0: more than three standard deviations above what a sample has of the first items. */
fn pivotRank(count: u32, sample: u32, length: u32) -> u32 {
  return 2u * count * sample / length + 4u;
}

/** The key of a step, or a pad past the sample. */
fn sampleKey(map: KeyMap, begin: u32, i: u32, sample: u32, step: u32) -> Key {
  let key = sourceKey(map, begin + sampleAt(min(i, sample - 1u), step));
  return select(MAX_KEY, key, i < sample);
}

fn lesserKey(a: Key, b: Key) -> Key {
  return select(a, b, lessKey(b, a));
}

/** 1 if the first key of group `i` is less. */
fn isBefore(i: u32, key: Key) -> u32 {
  return select(0u, 1u, lessKey(groupFirsts[i], key));
}

fn task(workgroup: u32, local: u32) {
  if (local == 0u) {
    sampled = vec3u();
    if (workgroup < state[LARGE_COUNT]) {
      let segment = largeAt(workgroup);
      sampled = vec3u(segment.yz, rowOf(listedId(LARGE_BIN, workgroup), segment.z).count);
    }
  }
  let segment = workgroupUniformLoad(&sampled);
  if (segment.y == 0u) {
    return;
  }
  let sample = min(segment.y / 16u, SAMPLE);
  let rank = pivotRank(segment.z, sample, segment.y);
  let hasPivot = rank < min(GROUPS / 4u, sample / 8u);
  if (local == 0u) {
    atomicStore(&sifts[4u * workgroup + 2u], select(0u, 1u, hasPivot));
    atomicStore(&sifts[4u * workgroup + 3u], 0u);
    atomicStore(&pivotAt, 0u);
  }
  if (!hasPivot) {
    return;
  }
  let map = sourceMap();
  let step = segment.y / sample;
  for (var group = local; group < GROUPS; group += WORKGROUP) {
    var first = MAX_KEY;
    // Four loads at a time.
    for (var i = group; i < sample; i += 4u * GROUPS) {
      let a = sampleKey(map, segment.x, i, sample, step);
      let b = sampleKey(map, segment.x, i + GROUPS, sample, step);
      let c = sampleKey(map, segment.x, i + 2u * GROUPS, sample, step);
      let d = sampleKey(map, segment.x, i + 3u * GROUPS, sample, step);
      first = lesserKey(first, lesserKey(lesserKey(a, b), lesserKey(c, d)));
    }
    groupFirsts[group] = first;
  }
  workgroupBarrier();
  for (var group = local; group < GROUPS; group += WORKGROUP) {
    let key = groupFirsts[group];
    var before = 0u;
    for (var i = 0u; i < GROUPS; i += 4u) {
      before += isBefore(i, key) + isBefore(i + 1u, key) + isBefore(i + 2u, key) + isBefore(i + 3u, key);
    }
    groupRanks[group] = before;
    if (before <= rank) {
      atomicMax(&pivotAt, before);
    }
  }
  workgroupBarrier();
  // Groups with the same first key have the same rank, so the wanted one may be none of theirs.
  for (var group = local; group < GROUPS; group += WORKGROUP) {
    if (groupRanks[group] == atomicLoad(&pivotAt)) {
      let words = packedKey(groupFirsts[group]);
      atomicStore(&sifts[4u * workgroup], words.x);
      atomicStore(&sifts[4u * workgroup + 1u], words.y);
    }
  }
}
