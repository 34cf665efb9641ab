// A singleton under a custom order needs no sort: its index goes into the permutation. It is in no bin's list.
//
//   permutation   written
//
// import Segment from plan/state

var<storage, read_write> permutation: array<u32>;

fn copySingleton(segment: Segment) {
  if (segment.length == 1u) {
    permutation[segment.begin] = segment.begin;
  }
}
