// Which segments a stretch owns. A stretch is FLAT_TILE items and segments, counted together, so that a million empty
// segments are shared out as evenly as a million items. It owns the segments that begin in it. Method: the merge path
// of Merrill and Garland (2016), cut between segments.
//
// Where offsets fall, every segment still has one owner: what the search finds never goes back from one stretch to the
// next. Some stretch may own many more segments than others.
//
// takes segmentAt (partition/segments/ offsets | offsets_or_size | ranges)

/**
 * The first segment that belongs to the stretch from `diagonal` on. Items and segments before it are at least as
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
