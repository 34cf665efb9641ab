// Medium segments, software adapters: one pass of a least-significant-digit radix sort. Each invocation sorts a segment
// by one digit, with DIGITS private counters and no barrier. Stable. Each pass is a separate dispatch, so that no
// kernel chooses between buffers at run time. That branch made it 2 to 5 times slower where tried.
//
//   state, spans                             read: the contiguous lists of MEDIUM_BINS bins from FIRST_BIN on
//   keysFrom, keysTo, valuesFrom, valuesTo   items before and after the pass, in the segment's range
//   digitShift                               uniform: the pass's lowest bit
//
// import binCount, Segment, listedSegment from plan/state
// import workgroupIndex from plan/grid
// import countDigits, digitWords, copyItems, moveByDigit from sort/radix/digits.software
// given FIRST_BIN, MEDIUM_BINS, WORKGROUP, DIGITS, EARLY_OUT

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  var count = 0u;
  for (var bin = FIRST_BIN; bin < FIRST_BIN + MEDIUM_BINS; bin++) {
    count += binCount(bin);
  }
  let slot = workgroupIndex(workgroup, grid) * WORKGROUP + local;
  if (slot < count) {
    sortByDigit(listedSegment(FIRST_BIN, slot));
  }
}

fn sortByDigit(segment: Segment) {
  let end = segment.begin + segment.length;
  countDigits(segment.begin, end, end);
  var index = segment.begin;
  var whole = false;
  for (var digit = 0u; digit < DIGITS; digit++) {
    let count = digitWords[digit];
    whole = whole | (count == segment.length);
    digitWords[digit] = index;
    index += count;
  }
  if (EARLY_OUT && whole) {
    copyItems(segment.begin, end, segment.begin);
  } else {
    moveByDigit(segment.begin, end, segment.begin);
  }
}
