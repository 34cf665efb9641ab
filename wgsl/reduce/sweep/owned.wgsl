// Which segments a merge tile owns. A merge tile is MERGE_TILE items and segments, counted together, so that a million empty
// segments are shared out as evenly as a million items. It owns the segments that begin in it. Method: the merge path
// of Merrill and Garland (2016), cut between segments.
//
// Where offsets fall, every segment still has one owner: what the search finds never goes back from one merge tile to the
// next. Some merge tile may own many more segments than others.
//
// takes segmentAt (partition/segments/ offsets | offsets_or_size | ranges)

/**
 * The first segment that belongs to the merge tile from `diagonal` on. Items and segments before it are at least as
 * many.
 */
fn firstOwned(diagonal: u32, segments: u32) -> u32 {
  var low = 0u;
  var high = segments;
  while (low < high) {
    let middle = (low + high) / 2u;
    if (segmentAt(middle).begin + middle < diagonal) {
      low = middle + 1u;
    } else {
      high = middle;
    }
  }
  return low;
}
