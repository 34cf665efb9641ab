// Whether a level copies the candidates of a segment. It does so once, as soon as they are few.
//
//   CANDIDATES_PER   candidates are at most the items divided by this
//
// import sourceAt, OF_INPUT, SEARCHED from select/radix/records
// given keptCount, CANDIDATES_PER

var<storage, read_write> records: array<vec4u>;

fn copiesNow(side: u32, entry: u32, length: u32) -> bool {
  let source = records[sourceAt(side, entry)];
  return source.x == OF_INPUT && source.z == SEARCHED && keptCount(1u - side, entry) <= length / CANDIDATES_PER;
}
