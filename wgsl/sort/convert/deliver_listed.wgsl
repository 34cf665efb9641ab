// Writes the indices of a permutation to the output, counted from the start of each segment. These are the listed
// segments of all bins but the large one. LANES lanes share a segment.
//
//   state, spans              read: the contiguous lists of LISTED_BINS bins
//   permutation, indicesOut   read, written
//
// import binCount, listedSegment from plan/state
// given LISTED_BINS, WORKGROUP, LANES

var<storage, read_write> permutation: array<u32>;
var<storage, read_write> indicesOut: array<u32>;

fn task(workgroup: u32, local: u32) {
  var count = 0u;
  for (var bin = 0u; bin < LISTED_BINS; bin++) {
    count += binCount(bin);
  }
  let slot = (workgroup * WORKGROUP + local) / LANES;
  if (slot >= count) {
    return;
  }
  let segment = listedSegment(0u, slot);
  for (var i = local % LANES; i < segment.length; i += LANES) {
    indicesOut[segment.begin + i] = permutation[segment.begin + i] - segment.begin;
  }
}
