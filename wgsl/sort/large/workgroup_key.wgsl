// downsweep_workgroup.wgsl, keys alone.

fn loadPlace(i: u32, place: u32) {
  tileKeys[place] = keysFrom[i];
}

fn storePlace(place: u32, i: u32) {
  keysTo[i] = tileKeys[place];
}

/** Of the lane's own items, the one of that number. */
fn storeRanked(item: u32, i: u32) {
  keysTo[i] = laneKeys[item];
}

fn copyItem(i: u32) {
  keysTo[i] = keysFrom[i];
}
