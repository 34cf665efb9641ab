// Which segments a merge tile owns. A merge tile is MERGE_TILE items and segments, counted together. So a million empty
// segments are distributed as evenly as a million items. A merge tile owns the segments that begin in it. Method: the
// merge path of Merrill and Garland (2016), cut between segments.
//
// If offsets fall, every segment still has one owner, since the search results never fall from one merge tile to the
// next. Then a merge tile may own many more segments than others.

// ---- part firstOwned
// The search by an invocation.
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

// ---- part ownedFrom
// The same for plans whose kernels take the numbers of a call from the call itself.
//
// given boundAt

/**
 * A loop with a `break` ends before so many turns. Tint adds two counters to loops whose ends are no constants. So
 * loops of this file have constant ends. Compilers unroll those of few turns.
 */
const TURNS = 0x10000000u;

/**
 * The first segment of the merge tile that begins at `diagonal`. At least `diagonal` items and segments are before it,
 * if there is such a segment. Results never fall from one merge tile to the next, whatever the offsets are.
 */
fn ownedFrom(diagonal: u32, segments: u32) -> u32 {
  var low = 0u;
  var high = segments;
  // Quarters, not halves: the three loads of a round do not wait for each other.
  for (var round = 0u; round < TURNS; round++) {
    if (low >= high) {
      break;
    }
    let first = low + (high - low) / 4u;
    let second = low + (high - low) / 2u;
    let third = second + (high - second) / 2u;
    let firstBefore = boundAt(first) + first < diagonal;
    let secondBefore = boundAt(second) + second < diagonal;
    let thirdBefore = boundAt(third) + third < diagonal;
    let lower = select(first + 1u, second + 1u, secondBefore);
    let upper = select(second, third, secondBefore);
    low = select(select(low, lower, firstBefore | secondBefore), third + 1u, thirdBefore);
    high = select(select(first, upper, firstBefore | secondBefore), high, thirdBefore);
  }
  return low;
}

// ---- part bounds
// Where two merge tiles meet.
//
// import ownedFrom from reduce/sweep/owned
// given segmentAt, MERGE_TILE

/** A segment, where two merge tiles meet: the first one that the second merge tile owns, and the one before it. */
struct TileBound {
  next: u32,
  begin: u32,    // of the one before it
  length: u32,
  home: u32,     // the merge tile in which that begins
}

fn boundOf(mergeTile: u32, segments: u32) -> TileBound {
  let next = ownedFrom(mergeTile * MERGE_TILE, segments);
  let id = max(next, 1u) - 1u;
  let segment = segmentAt(id);
  return TileBound(next, segment.begin, segment.length, (segment.begin + id) / MERGE_TILE);
}

// ---- choice search: alone
// Each of two lanes searches for itself.
//
// import ownedFrom from reduce/sweep/owned

const SEEKERS = 1u;

fn ownedTogether(diagonal: u32, segments: u32, seeker: u32) -> u32 {
  return ownedFrom(diagonal, segments);
}

// ---- choice search: group
// Lanes of a subgroup search together: each probes, and a round finds five bits where they are 32.
//
//   SEEKERS   at most the lanes of a subgroup of any size that the device may choose
//
// import TURNS from reduce/sweep/owned
// given boundAt, SEEKERS

@diagnostic(off, subgroup_uniformity)
fn leastOfSeekers(value: u32) -> u32 {
  var least = value;
  for (var mask = 1u; mask < SEEKERS; mask *= 2u) {
    least = min(least, subgroupShuffleXor(least, mask));
  }
  return least;
}

/** The binary logarithm, rounded down. Tint makes twenty instructions of firstLeadingBit. */
fn logOf(value: u32) -> u32 {
  // Without the bit after the highest one, the conversion cannot round up to the next power.
  return (bitcast<u32>(f32(value & ~(value >> 1u))) >> 23u) - 127u;
}

/** As `ownedFrom`, for SEEKERS lanes together. */
fn ownedTogether(diagonal: u32, segments: u32, seeker: u32) -> u32 {
  let bits = firstTrailingBit(SEEKERS);
  var low = 0u;
  var shift = logOf(segments | 1u) / bits * bits;
  for (var turn = 0u; turn < TURNS; turn++) {
    let probe = low + ((seeker + 1u) << shift) - 1u;
    let isBefore = (probe < segments) & (boundAt(min(probe, segments)) + probe < diagonal);
    low += leastOfSeekers(select(seeker, SEEKERS, isBefore)) << shift;
    if (shift == 0u) {
      break;
    }
    shift -= bits;
  }
  return low;
}
