// Segments by offsets, or of one size: a segment's start is also its first item. Same names as listed.wgsl.
//
// import Segment from plan/state

fn baseOf(id: u32, segment: Segment) -> u32 {
  return segment.begin;
}
