// Values are moved in place: see keys_in_place.wgsl.

fn inputValue(i: u32) -> u32 {
  return valuesOut[i];
}
