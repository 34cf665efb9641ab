// Keys are sorted in place: WebGPU rejects two writable bindings of one range, so both are read through the output.

fn inputKey(i: u32) -> Key {
  return keysOut[i];
}
