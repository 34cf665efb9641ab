// The last step of a selection stores the items that it keeps, in input order, to the segment's row. Of equal keys at
// the end it keeps the first ones. Same names as select/radix/to_candidates.wgsl.
//
// import Segment from plan/state
// import selectedRow from select/radix/selected_row

const KEEPS_ALL = false;

fn storesKept(side: u32, entry: u32) -> bool {
  return true;
}

fn firstKept(entry: u32, segment: Segment) -> u32 {
  return selectedRow(entry, segment);
}
