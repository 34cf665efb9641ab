// Values are moved in place, and are read through the output: see keys_in_place.wgsl.

var<storage, read_write> valuesOut: array<u32>;

fn inputValue(i: u32, begin: u32) -> u32 {
  return valuesOut[i];
}
