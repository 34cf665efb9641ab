// Segments by offsets, or of one size: a segment's start is also its first item. Same names as listed.wgsl.
//
// uses  Segment (plan/state)

fn baseOf(id: u32, segment: Segment) -> u32 {
  return segment.begin;
}
