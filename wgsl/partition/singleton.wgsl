// What happens to a singleton, a segment of one item. It needs no sort. So it is in no list, and the kernel that counts
// segments copies its item.

// ---- choice singleton: none
// For calls in which singletons need no separate step.
//
// import Segment from plan/state

fn copySingleton(segment: Segment) {
}

// ---- choice singleton: key
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

// ---- choice singleton: pair
// A singleton needs no sort: its key and its value are copied. It is in no bin's list.
//
//   keysIn               read
//   keysOut, valuesOut   written
//
// import Segment from plan/state
// import inputValue from sort/access
// given Key

var<storage, read_write> keysIn: array<Key>;
var<storage, read_write> keysOut: array<Key>;
var<storage, read_write> valuesOut: array<u32>;

fn copySingleton(segment: Segment) {
  if (segment.length == 1u) {
    keysOut[segment.begin] = keysIn[segment.begin];
    valuesOut[segment.begin] = inputValue(segment.begin, segment.begin);
  }
}

// ---- choice singleton: value
// A singleton needs no sort: its value is copied, and its key is sorted in place. It is in no bin's list.
//
//   valuesOut   written
//
// import Segment from plan/state
// import inputValue from sort/access

var<storage, read_write> valuesOut: array<u32>;

fn copySingleton(segment: Segment) {
  if (segment.length == 1u) {
    valuesOut[segment.begin] = inputValue(segment.begin, segment.begin);
  }
}

// ---- choice singleton: index
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

// ---- choice singleton: indexInSegment
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
