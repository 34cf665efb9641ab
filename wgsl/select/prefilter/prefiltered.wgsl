// Where the prefilter of a segment is on record, and where it copies items. The candidates of a segment have room for a
// quarter of its items. The prefilter copies an eighth at most, to the second half, and orders it into the first half.
//
//   records     the other side of the target key: the pivot, low and high word · 1: there is a pivot. The source's
//               second word: items equal to the pivot among the candidates
//   digitSums   the other side's first word: items that the prefilter copies
//
// import searchAt, digitSumsAt from select/radix/records
// import Tile from partition/tile_table
// import Segment from plan/state
// given CANDIDATES_PER

fn pivotAt(entry: u32) -> u32 {
  return searchAt(1u, entry, 0u);
}

fn prefilteredAt(entry: u32) -> u32 {
  return digitSumsAt(1u, entry);
}

/** Two entries of tileSums: lesser items of a tile and the slot of the first one · equal items, unused. */
fn prefilteredTile(tile: Tile) -> u32 {
  return 2u * (tile.firstTile + tile.index);
}

fn prefilterRoom(segment: Segment) -> u32 {
  return segment.length / (2u * CANDIDATES_PER);
}

fn firstPrefiltered(segment: Segment) -> u32 {
  return segment.begin / CANDIDATES_PER + prefilterRoom(segment);
}

// ---- part sample
// The sample of a segment, and the rank of the pivot in it. Each of up to SAMPLE steps of equal length gives one
// item, at an index that depends only on the step's number. The rank is greater than a top-k needs on average, so a
// pivot rarely has fewer than k items up to it. NO_PIVOT: more than a tenth of the segment would be up to it.
//
// given SAMPLE

const NO_PIVOT = 0xFFFFFFFFu;

fn sampleSize(length: u32) -> u32 {
  return max(min(length / 16u, SAMPLE), 1u);
}

/** The item of a step, counted from the segment's first item. */
fn sampleAt(i: u32, step: u32) -> u32 {
  return i * step + ((i * 0x9E3779B9u) >> 8u) % step;
}

/** The pivot's rank in a sample, from 1, where `count` items of `length` are searched for. */
fn pivotRank(count: u32, sample: u32, length: u32) -> u32 {
  let expected = count / max(length / sample, 1u) + 1u;
  // At least three standard deviations of the number of target items in the sample.
  let rank = expected + expected / 2u + 8u;
  return select(NO_PIVOT, rank, rank <= sample / 10u);
}
