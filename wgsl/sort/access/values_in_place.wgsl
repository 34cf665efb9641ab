// Values are moved in place: see keys_in_place.wgsl.

var<storage, read_write> valuesOut: array<u32>;

fn inputValue(i: u32) -> u32 {
  return valuesOut[i];
}
