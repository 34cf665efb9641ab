// The values that a scan scans in place: `counters`.

var<storage, read_write> counters: array<u32>;

fn scanned(i: u32) -> u32 {
  return counters[i];
}

fn setScanned(i: u32, value: u32) {
  counters[i] = value;
}
