// The selected items of large segments: a row per segment. A row has ROW_STRIDE slots. If that is 0, a segment's row
// begins at the segment's first item.
//
// import Segment from plan/state
// given ROW_STRIDE

fn selectedRow(entry: u32, segment: Segment) -> u32 {
  return select(entry * ROW_STRIDE, segment.begin, ROW_STRIDE == 0u);
}
