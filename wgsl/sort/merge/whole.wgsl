// A lane merges a whole segment: there is no cut inside a pair.

fn work(segment: Segment, start: u32, stop: u32) {
  mergeSpan(segment, start, stop, 0u, 0u);
}
