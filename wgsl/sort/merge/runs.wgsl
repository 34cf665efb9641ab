// Merge sort, first pass: a lane sorts runs of RUN items in registers. `start` is a multiple of RUN.
//
// import Segment from plan/state
// given RUN, sortRegisters

fn work(segment: Segment, start: u32, stop: u32) {
  for (var at = start; at < stop; at += RUN) {
    sortRegisters(segment.begin + at, min(RUN, stop - at), 0u);
  }
}
