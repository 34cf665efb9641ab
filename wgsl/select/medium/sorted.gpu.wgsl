// Sorts a medium segment in workgroup memory, by LOCAL_BITS bits at once. With PAIRS a key's value is its index in the
// segment.
//
// uses  Segment (plan/state)  tileKeys tileWord sortTileByBits (sort/radix/rank_tile.gpu)
// takes inputKey (select/keys/narrow | select/keys/of_vectors | sort/access/keys_apart | sort/access/keys_in_place |
//       sort/access/keys_index | sort/access/keys_kept)  setTileValue (sort/radix/ rank_by_ballots.gpu |
//       rank_by_counters.gpu)  sortKeyBits (sort/keys/ two_words | word)
// given WORKGROUP  PAIRS  LOCAL_BITS

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
