// Keys are sorted in place. WebGPU rejects two writable bindings of one range, so keys are read through the output.
//
// given Key

var<storage, read_write> keysOut: array<Key>;

fn inputKey(i: u32) -> Key {
  return keysOut[i];
}
