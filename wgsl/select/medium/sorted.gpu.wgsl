// Sorts a medium segment in workgroup memory, by LOCAL_BITS bits at once. With PAIRS a key's value is its index in the
// segment.
//
// import Segment from plan/state
// import tileKeys, tileWord, sortTileByBits, setTileValue from sort/radix/rank.gpu
// given inputKey, sortKeyBits, WORKGROUP, PAIRS, LOCAL_BITS

/** For uniform control flow only. It ends with a barrier. */
fn sortSegment(segment: Segment, local: u32) {
  for (var i = local; i < segment.length; i += WORKGROUP) {
    tileKeys[tileWord(i)] = inputKey(segment.begin + i);
    if (PAIRS) {
      setTileValue(tileWord(i), i);
    }
  }
  workgroupBarrier();
  for (var shift = 0u; shift < sortKeyBits(); shift += LOCAL_BITS) {
    sortTileByBits(local, segment.length, shift);
  }
}
