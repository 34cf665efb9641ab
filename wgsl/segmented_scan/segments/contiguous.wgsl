// Segments by offsets, or of one size: a segment's start is also its place among the items. Same names as listed.wgsl.
//
// uses  Segment (plan/state)

fn placeOf(id: u32, segment: Segment) -> u32 {
  return segment.begin;
}
