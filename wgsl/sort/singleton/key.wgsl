// A singleton needs no sort: its key is copied. It is in no bin's list.
//
//   keysIn, keysOut   read, written
//
// import Segment from plan/state
// given Key

var<storage, read_write> keysIn: array<Key>;
var<storage, read_write> keysOut: array<Key>;

fn copySingleton(segment: Segment) {
  if (segment.length == 1u) {
    keysOut[segment.begin] = keysIn[segment.begin];
  }
}
