// The values that the second kernel of a device scan scans in place: the blocks' sums.
//
// given Scanned

var<storage, read_write> sums: array<Scanned>;

fn scanned(i: u32) -> Scanned {
  return sums[i];
}

fn setScanned(i: u32, value: Scanned) {
  sums[i] = value;
}
