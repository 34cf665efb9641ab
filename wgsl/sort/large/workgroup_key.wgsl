// downsweep_workgroup.wgsl, keys alone.

fn loadPlace(i: u32, place: u32) {
  tileKeys[place] = keysFrom[i];
}

fn storePlace(place: u32, i: u32) {
  keysTo[i] = tileKeys[place];
}
