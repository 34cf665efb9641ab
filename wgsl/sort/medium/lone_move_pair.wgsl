// lone.wgsl, keys with values.

fn moveItem(round: u32, source: u32, to: u32, bits: u32) {
  if (round % 2u == 0u) {
    scratchKeys[to] = bits;
    if (round == 0u) {
      scratchValues[to] = inputValue(source);
    } else {
      scratchValues[to] = valuesOut[source];
    }
  } else {
    keysOut[to] = bits;
    valuesOut[to] = scratchValues[source];
  }
}
