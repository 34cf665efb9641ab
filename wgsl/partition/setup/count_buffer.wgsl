// An earlier pass wrote the number of segments, or of rows, into a buffer. The host gave the largest possible number.

var<storage, read_write> countIn: array<u32>;

fn countOfCall(given: u32) -> u32 {
  return min(countIn[0], given);
}
