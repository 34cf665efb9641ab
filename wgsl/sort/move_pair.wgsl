// One step of a scatter (sort/lone_moves.wgsl), keys with values.

fn moveItem(source: u32, to: u32, bits: Key) {
  keysTo[to] = bits;
  valuesTo[to] = valuesFrom[source];
}
