// A singleton needs no sort: its value is copied, and its key is sorted in place. It is in no bin's list.
//
//   valuesOut   written
//
// uses  Segment (plan/state)
// takes inputValue (sort/access/ values_apart | values_in_place | values_index | values_index_in_segment |
//       values_moved)

var<storage, read_write> valuesOut: array<u32>;

fn copySingleton(segment: Segment) {
  if (segment.length == 1u) {
    valuesOut[segment.begin] = inputValue(segment.begin, segment.begin);
  }
}
