// One step of a scatter (sort/medium/lone.wgsl, sort/large/downsweep_lone.wgsl), keys with values.

fn moveItem(source: u32, to: u32, bits: Key) {
  keysTo[to] = bits;
  valuesTo[to] = valuesFrom[source];
}
