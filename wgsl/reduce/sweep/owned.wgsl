// Which segments a merge tile owns. A merge tile is MERGE_TILE items and segments, counted together. So a million empty
// segments are distributed as evenly as a million items. A merge tile owns the segments that begin in it. Method: the
// merge path of Merrill and Garland (2016), cut between segments.
//
// If offsets fall, every segment still has one owner, since the search results never fall from one merge tile to the
// next. Then a merge tile may own many more segments than others.
//
// given segmentAt

/**
 * The first segment of the merge tile that begins at `diagonal`. At least `diagonal` items and segments are before it,
 * if there is such a segment.
 */
fn firstOwned(diagonal: u32, segments: u32) -> u32 {
  var low = 0u;
  var high = segments;
  while (low < high) {
    // Quarters, not halves: the three loads of a round do not wait for each other.
    let first = low + (high - low) / 4u;
    let second = low + (high - low) / 2u;
    let third = second + (high - second) / 2u;
    let firstBefore = segmentAt(first).begin + first < diagonal;
    let secondBefore = segmentAt(second).begin + second < diagonal;
    if (segmentAt(third).begin + third < diagonal) {
      low = third + 1u;
    } else if (secondBefore) {
      low = second + 1u;
      high = third;
    } else if (firstBefore) {
      low = first + 1u;
      high = second;
    } else {
      high = first;
    }
  }
  return low;
}
