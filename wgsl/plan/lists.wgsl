// The bins' lists, which the kernels of the bins read. Segments of one size have no lists: their slots give the spans.
//
//   spans[entry]   (begin, length) of a listed segment, bin after bin, in segment order inside a bin
//
// import Segment from plan/state
// given SEGMENT_SIZE, BIN_BASES

var<storage, read_write> state: array<u32>;
var<storage, read_write> spans: array<vec2u>;

/** Entry `slot` of a bin's list. The caller has checked slot < binCount(bin). */
fn listedSegment(bin: u32, slot: u32) -> Segment {
  let size = state[SEGMENT_SIZE];
  let span = select(spans[state[BIN_BASES + bin] + slot], vec2u(slot * size, size), size != 0u);
  return Segment(span.x, span.y);
}
