// lone.wgsl, keys alone.

fn moveItem(round: u32, source: u32, to: u32, bits: u32) {
  if (round % 2u == 0u) {
    scratchKeys[to] = bits;
  } else {
    keysOut[to] = bits;
  }
}
