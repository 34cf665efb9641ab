// workgroup.wgsl, keys alone.

fn loadPlace(i: u32, place: u32) {
  tileKeys[place] = inputKey(i);
}

fn storePlace(place: u32, i: u32) {
  keysOut[i] = tileKeys[place];
}
