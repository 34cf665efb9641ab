// Segments by begin and end, counted as if they lay back to back in the order of their list. The scan of their lengths
// (scan/reduce.wgsl) gives each segment its start in that order. So merge tiles can cut them as they cut offsets.
//
//   begins, ends   read, clamped as in partition/segments.wgsl
//   starts         written: the sum of the lengths of earlier segments
//
// given ITEM_COUNT

var<storage, read_write> state: array<u32>;
var<storage, read_write> begins: array<u32>;
var<storage, read_write> ends: array<u32>;
var<storage, read_write> starts: array<u32>;

fn scanned(i: u32) -> u32 {
  let end = min(ends[i], state[ITEM_COUNT]);
  return end - min(begins[i], end);
}

fn setScanned(i: u32, value: u32) {
  starts[i] = value;
}
