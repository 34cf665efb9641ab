// Quantiles, last kernel: writes the keys at the positions to the outputs. An invocation takes a word of an output,
// which holds PER_WORD keys of 8 or 16 bits.
//
//   keysLow, keysHigh    written: per segment and quantile the key at the lower and at the upper position. NaN, or 0
//                        for integers, where there is no item; NaN where a NaN propagates
//   countsOut            written: per segment the number of items that are not NaN
//   ABSENT               bits of the key where there is no item
//
// import workgroupIndex from plan/grid
// given segmentAt, numbersOf, unpackedKey, FoundKeys, keysAt, setKeys, SEGMENT_COUNT, QUANTILES, WORKGROUP, PER_WORD
// given OMITS_NANS, ABSENT, WITH_COUNTS

var<storage, read_write> state: array<u32>;
var<storage, read_write> countsOut: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let slots = state[SEGMENT_COUNT] * QUANTILES;
  let first = (workgroupIndex(workgroup, grid) * WORKGROUP + invocation.x) * PER_WORD;
  if (first >= slots) {
    return;
  }
  for (var slot = first; slot < min(first + PER_WORD, slots); slot++) {
    let id = slot / QUANTILES;
    let segment = segmentAt(id);
    let length = segment.length;
    var numbers = 0u;
    if (length > 0u) {
      numbers = numbersOf(id, segment);
    }
    let isAbsent = select(numbers < length || length == 0u, numbers == 0u, OMITS_NANS);
    let absent = unpackedKey(vec2u(ABSENT[0], ABSENT[1]));
    var keys = FoundKeys(absent, absent);
    if (!isAbsent) {
      keys = keysAt(slot, segment, numbers);
    }
    setKeys(slot, keys.low, keys.high);
    if (WITH_COUNTS && slot % QUANTILES == 0u) {
      countsOut[id] = numbers;
    }
  }
}
