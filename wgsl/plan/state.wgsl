// The state of one recorded call: `state`, an array of words in scratch memory. src/plan/plan.ts names the words.
//
// given BIN_COUNTS

var<storage, read_write> state: array<u32>;

fn binCount(bin: u32) -> u32 {
  return state[BIN_COUNTS + bin];
}

// ---- part Segment

struct Segment {
  begin: u32,
  length: u32,
}

// ---- part uniformBinCount
// The number of segments in a bin. WGSL's uniformity analysis knows it to be the same in all lanes, so barriers may
// follow.

var<workgroup> sharedBinCount: u32;

/** For uniform control flow only, since it has a barrier. */
fn uniformBinCount(bin: u32, local: u32) -> u32 {
  if (local == 0u) {
    sharedBinCount = binCount(bin);
  }
  return workgroupUniformLoad(&sharedBinCount);
}

// ---- part listedSegment
// The bins' lists, which the kernels of the bins read. Segments of one size have no lists: their slots give the spans.
//
//   spans[entry]   (begin, length) of a listed segment, bin after bin, in segment order inside a bin, or in any order
//                  where kernels append to lists (partition/append.wgsl)
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

// ---- part listedId
// The ids of the segments in the bins' lists. Only the lists of reduces and selections hold ids.
//
// given FIRST_ID, BIN_BASES, SEGMENT_SIZE

var<storage, read_write> state: array<u32>;

/** The id of the segment in entry `slot` of a bin's list. Segments of one size have no lists. */
fn listedId(bin: u32, slot: u32) -> u32 {
  return select(state[FIRST_ID + state[BIN_BASES + bin] + slot], slot, state[SEGMENT_SIZE] != 0u);
}
