// downsweep_workgroup.wgsl, keys with values.

fn loadPlace(i: u32, place: u32) {
  tileKeys[place] = keysFrom[i];
  tileValues[place] = valuesFrom[i];
}

fn storePlace(place: u32, i: u32) {
  keysTo[i] = tileKeys[place];
  valuesTo[i] = tileValues[place];
}
