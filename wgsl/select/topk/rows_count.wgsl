// The number of rows of selected items, for the sort of the rows. One invocation runs.
//
// given LARGE_COUNT

var<storage, read_write> state: array<u32>;
var<storage, read_write> rowCount: array<u32>;

@compute @workgroup_size(1)
fn main() {
  rowCount[0] = state[LARGE_COUNT];
}
