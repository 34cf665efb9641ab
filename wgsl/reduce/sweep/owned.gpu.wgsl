// Which segments a merge tile owns, as in owned.wgsl, for plans whose kernels take the numbers of a call from the call
// itself. One lane searches, or several lanes of a subgroup together.

// ---- part ownedFrom
// An invocation searches.
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
// given ownedTogether, segmentAt, MERGE_TILE

/** A segment, where two merge tiles meet: the first one that the second merge tile owns, and the one before it. */
struct TileBound {
  next: u32,
  begin: u32,    // of the one before it
  length: u32,
  home: u32,     // the merge tile in which that begins
}

/** Lanes that search together call it together, each with its own `seeker`. */
fn boundOf(mergeTile: u32, segments: u32, seeker: u32) -> TileBound {
  let next = ownedTogether(mergeTile * MERGE_TILE, segments, seeker);
  let id = max(next, 1u) - 1u;
  let segment = segmentAt(id);
  return TileBound(next, segment.begin, segment.length, (segment.begin + id) / MERGE_TILE);
}

// ---- choice search: alone
// A lane searches for itself.
//
// import ownedFrom from reduce/sweep/owned.gpu

const SEEKERS = 1u;

fn ownedTogether(diagonal: u32, segments: u32, seeker: u32) -> u32 {
  return ownedFrom(diagonal, segments);
}

// ---- choice search: group
// Lanes of a subgroup search together: each probes, and a round finds five bits where they are 32.
//
//   SEEKERS   at most the lanes of a subgroup of any size that the device may choose
//
// import TURNS from reduce/sweep/owned.gpu
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
