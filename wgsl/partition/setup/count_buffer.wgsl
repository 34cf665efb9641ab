// The number of segments lies in a buffer that an earlier pass wrote; what the host gave is the most it may be.

var<storage, read_write> countIn: array<u32>;

fn segmentCount(given: u32) -> u32 {
  return min(countIn[0], given);
}
