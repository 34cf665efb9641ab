// A level copies the keys that it keeps to the candidates, all of them.
//
// import sourceAt, OF_INPUT from select/radix/records
// import Segment from plan/state
// import firstCandidate from select/radix/tile

var<storage, read_write> records: array<vec4u>;

const KEEPS_ALL = true;

/** Whether the level copies candidates of a segment of the input. */
fn storesKept(side: u32, entry: u32) -> bool {
  return records[sourceAt(side, entry)].x == OF_INPUT && records[sourceAt(1u - side, entry)].x != OF_INPUT;
}

fn firstKept(entry: u32, segment: Segment) -> u32 {
  return firstCandidate(segment);
}
