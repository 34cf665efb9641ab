// Downsweep, keys with values.

fn moveItem(source: u32, to: u32, bits: u32) {
  keysTo[to] = bits;
  valuesTo[to] = valuesFrom[source];
}
