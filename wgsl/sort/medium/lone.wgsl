// Medium segments, software adapters: one invocation sorts one segment by a least-significant-digit radix sort, 8 bits a
// pass, with 256 counters of its own and no barrier at all. Stable. Even number of passes, so that the keys
// go in → scratch → out → … → out, and a segment can be sorted in place.
//
//   state, offsets                       read: the bin's list
//   keysIn, keysOut; valuesIn, valuesOut
//   scratchKeys, scratchValues           the same places as in the output, any content

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let count = binCount(BIN);
  let step = grid.x * grid.y * WORKGROUP;
  for (var slot = workgroupIndex(workgroup, grid) * WORKGROUP + local; slot < count; slot += step) {
    let segment = segmentAt(listedSegment(BIN, slot));
    for (var round = 0u; round < PASSES; round++) {
      sortByDigit(segment, round);
    }
  }
}

fn sortByDigit(segment: Segment, round: u32) {
  let end = segment.begin + segment.length;
  let shift = round * DIGIT_BITS;
  var places: array<u32, DIGITS>;
  for (var i = segment.begin; i < end; i++) {
    places[digitAt(keyBefore(round, i), shift)] += 1u;
  }
  var place = segment.begin;
  for (var digit = 0u; digit < DIGITS; digit++) {
    let count = places[digit];
    places[digit] = place;
    place += count;
  }
  for (var i = segment.begin; i < end; i++) {
    let bits = keyBefore(round, i);
    let digit = digitAt(bits, shift);
    let to = places[digit];
    places[digit] = to + 1u;
    moveItem(round, i, to, bits);
  }
}

fn keyBefore(round: u32, i: u32) -> u32 {
  if (round == 0u) {
    return inputKey(i);
  }
  if (round % 2u == 1u) {
    return scratchKeys[i];
  }
  return keysOut[i];
}
