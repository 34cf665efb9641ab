// downsweep_workgroup.wgsl, keys with values.

fn loadPlace(i: u32, place: u32) {
  tileKeys[place] = keysFrom[i];
  tileValues[place] = valuesFrom[i];
}

fn storePlace(place: u32, i: u32) {
  keysTo[i] = tileKeys[place];
  valuesTo[i] = tileValues[place];
}

/** Of the lane's own items, the one of that number. */
fn storeRanked(item: u32, i: u32) {
  keysTo[i] = laneKeys[item];
  valuesTo[i] = laneValues[item];
}

fn copyItem(i: u32) {
  keysTo[i] = keysFrom[i];
  valuesTo[i] = valuesFrom[i];
}
