// A singleton needs no sort: its value is copied, and its key is sorted in place. It is in no bin's list.
//
//   valuesOut   written
//
// import Segment from plan/state
// given inputValue

var<storage, read_write> valuesOut: array<u32>;

fn copySingleton(segment: Segment) {
  if (segment.length == 1u) {
    valuesOut[segment.begin] = inputValue(segment.begin, segment.begin);
  }
}
