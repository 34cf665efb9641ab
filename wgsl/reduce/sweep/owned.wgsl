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
    // Two halvings a round: its three loads do not wait for each other. A chain of `else if` in their stead gives wrong
    // sums on lavapipe of Mesa 26.1 with eight lanes, whose compiler loses lanes after it.
    let first = low + (high - low) / 4u;
    let second = low + (high - low) / 2u;
    let third = second + (high - second) / 2u;
    let firstBefore = segmentAt(first).begin + first < diagonal;
    let secondBefore = segmentAt(second).begin + second < diagonal;
    let thirdBefore = segmentAt(third).begin + third < diagonal;
    if (secondBefore) {
      low = select(second, third, thirdBefore) + 1u;
      if (!thirdBefore) {
        high = third;
      }
    } else {
      high = select(first, second, firstBefore);
      if (firstBefore) {
        low = first + 1u;
      }
    }
  }
  return low;
}
