// workgroup.wgsl, keys with values.

fn loadPlace(i: u32, place: u32) {
  tileKeys[place] = inputKey(i);
  tileValues[place] = inputValue(i);
}

fn storePlace(place: u32, i: u32) {
  keysOut[i] = tileKeys[place];
  valuesOut[i] = tileValues[place];
}
