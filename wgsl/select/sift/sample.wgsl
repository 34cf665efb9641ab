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

/** The pivot's rank in a sample, from 1, where `count` items of `length` are sought. */
fn pivotRank(count: u32, sample: u32, length: u32) -> u32 {
  let expected = count / max(length / sample, 1u) + 1u;
  // At least three standard deviations of the number of sought items in the sample.
  let rank = expected + expected / 2u + 8u;
  return select(NO_PIVOT, rank, rank <= sample / 10u);
}
