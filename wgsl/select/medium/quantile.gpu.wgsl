// Quantiles of medium segments, GPUs. A workgroup sorts a segment in its memory, and stores the items at the target
// ranks.
//
//   state, spans   read: the bin's list
//   found          written: per segment, quantile and position a sort key
//   counts         written: number of items that are not NaN
//
// import uniformBinCount, listedSegment, listedId from plan/state
// import sortSegment from select/medium/sorted.gpu
// import positionOf, foundIndex from select/quantile/position
// import tileKeys, tileWord from sort/radix/rank.gpu
// import nanOf from select/keys
// given sortKey, Key, BIN, COUNT_NANS, WORKGROUP, TARGETS, OMITS_NANS

var<storage, read_write> found: array<Key>;
var<storage, read_write> counts: array<u32>;
var<uniform> quantiles: array<vec4u, 4>;

var<workgroup> sharedNumbers: u32;

fn task(workgroup: u32, local: u32) {
  let slot = workgroup;
  if (slot >= uniformBinCount(BIN, local)) {
    return;
  }
  let segment = listedSegment(BIN, slot);
  let length = segment.length;
  if (local == 0u) {
    sharedNumbers = length;
  }
  sortSegment(segment, local);
  if (COUNT_NANS) {
    // NaNs are last, so their number follows from the first one of them.
    for (var i = local; i < length; i += WORKGROUP) {
      if (isNanAt(i) && (i == 0u || !isNanAt(i - 1u))) {
        sharedNumbers = i;
      }
    }
  }
  let numbers = workgroupUniformLoad(&sharedNumbers);
  let id = listedId(BIN, slot);
  for (var k = local; k < TARGETS; k += WORKGROUP) {
    let rank = positionOf(quantiles[k / 2u], k % 2u, select(length, numbers, OMITS_NANS));
    found[foundIndex(id, k)] = sortKey(tileKeys[tileWord(rank)]);
  }
  if (local == 0u) {
    counts[id] = numbers;
  }
}

fn isNanAt(i: u32) -> bool {
  return nanOf(sortKey(tileKeys[tileWord(i)])) != 0u;
}
