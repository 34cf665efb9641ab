// A segment of one item is sorted: its value is copied, its key is in place. It is in no list.
//
// uses  Segment (plan/state)

var<storage, read_write> valuesIn: array<u32>;
var<storage, read_write> valuesOut: array<u32>;

fn copySingleton(segment: Segment) {
  if (segment.length == 1u) {
    valuesOut[segment.begin] = valuesIn[segment.begin];
  }
}
