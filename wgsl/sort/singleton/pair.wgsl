// A singleton needs no sort: its key and its value are copied. It is in no bin's list.
//
//   keysIn               read
//   keysOut, valuesOut   written
//
// import Segment from plan/state
// given inputValue, Key

var<storage, read_write> keysIn: array<Key>;
var<storage, read_write> keysOut: array<Key>;
var<storage, read_write> valuesOut: array<u32>;

fn copySingleton(segment: Segment) {
  if (segment.length == 1u) {
    keysOut[segment.begin] = keysIn[segment.begin];
    valuesOut[segment.begin] = inputValue(segment.begin, segment.begin);
  }
}
