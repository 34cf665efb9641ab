// A lane merges a whole segment, so no cut is inside a pair.
//
// uses  Segment (plan/state)  mergeSpan (sort/merge/merge)

fn work(segment: Segment, start: u32, stop: u32) {
  mergeSpan(segment, start, stop, 0u, 0u);
}
