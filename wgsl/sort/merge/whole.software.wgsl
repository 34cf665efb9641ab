// A lane merges a whole segment, so no cut is inside a pair.
//
// import Segment from plan/state
// import mergeSpan from sort/merge/merge

fn work(segment: Segment, start: u32, stop: u32) {
  mergeSpan(segment, start, stop, 0u, 0u);
}
