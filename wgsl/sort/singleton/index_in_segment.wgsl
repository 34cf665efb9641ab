// A singleton under a custom order, where the call wants indices in segments: see index.wgsl.
//
//   permutation, indicesOut   written
//
// import Segment from plan/state

var<storage, read_write> permutation: array<u32>;
var<storage, read_write> indicesOut: array<u32>;

fn copySingleton(segment: Segment) {
  if (segment.length == 1u) {
    permutation[segment.begin] = segment.begin;
    indicesOut[segment.begin] = 0u;
  }
}
