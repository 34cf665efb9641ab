// What a lane does with its part of a segment in a pass of a merge sort.

// ---- choice work: sort
// Merge sort, first pass: a lane sorts runs of RUN items in registers. `start` is a multiple of RUN.
//
// import Segment from plan/state
// given RUN, sortRegisters

fn work(segment: Segment, start: u32, stop: u32) {
  for (var at = start; at < stop; at += RUN) {
    sortRegisters(segment.begin + at, min(RUN, stop - at), 0u);
  }
}

// ---- choice work: merge
// A lane merges a whole segment, so no cut is inside a pair.
//
// import Segment from plan/state
// import mergeSpan from sort/merge/pairs

fn work(segment: Segment, start: u32, stop: u32) {
  mergeSpan(segment, start, stop, 0u, 0u);
}
