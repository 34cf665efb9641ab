// The number of a segment's results is written.

var<storage, read_write> countsOut: array<u32>;

fn storeCount(id: u32, count: u32) {
  countsOut[id] = count;
}
