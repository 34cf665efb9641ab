// What a scan over a buffer reads and writes, and how it combines two values.

// ---- choice values: sums
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

// ---- choice values: counters
// The values that a scan scans in place: `counters`.

var<storage, read_write> counters: array<u32>;

fn scanned(i: u32) -> u32 {
  return counters[i];
}

fn setScanned(i: u32, value: u32) {
  counters[i] = value;
}

// ---- choice combine: add
// Combines the values of a scan by addition. Scanned is a word, or a vector of words that are scanned independently.
//
// given Scanned

fn scanIdentity() -> Scanned {
  return Scanned();
}

/** `a` comes before `b`. */
fn scanCombine(a: Scanned, b: Scanned) -> Scanned {
  return a + b;
}
