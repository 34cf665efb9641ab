// Top-k of medium segments, GPUs. A workgroup sorts a segment in its memory, and stores the first items.
//
//   state, spans   read: the bin's list
//
// uses  uniformBinCount (plan/uniform_bin_count)  listedSegment (plan/lists)  sortSegment (select/medium/sorted.gpu)
//       listedId (plan/listed_id)  tileWord tileKeys (sort/radix/rank_tile.gpu)  storeTop (select/topk/result)
// takes rowOf (select/topk/ rows_given | rows_of_k)  slotsOf (select/topk/ row_ended | row_open)  sortKey (sort/keys/
//       compared | two_words | word)  tileValue (sort/radix/ rank_by_ballots.gpu | rank_by_counters.gpu)
// given BIN  WORKGROUP

fn task(workgroup: u32, local: u32) {
  let slot = workgroup;
  if (slot >= uniformBinCount(BIN, local)) {
    return;
  }
  let segment = listedSegment(BIN, slot);
  sortSegment(segment, local);
  // Another pass writes the counts, and the rows of empty segments.
  let row = rowOf(listedId(BIN, slot), segment.length);
  for (var i = local; i < slotsOf(row); i += WORKGROUP) {
    let word = tileWord(i);
    storeTop(row.first + i, sortKey(tileKeys[word]), segment.begin + tileValue(word), segment.begin, i < row.count);
  }
}
