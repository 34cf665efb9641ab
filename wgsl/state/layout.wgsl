// The state of one recorded call: an array of words, `state`, in scratch memory.
//
//   words 0 … 63   the header: counts that are known only on the GPU
//   words 64 …     the segment ids of all bins, bin after bin, in segment order inside a bin
//
// Written by setup.wgsl (items, segments, blocks) and partition/finish.wgsl (the rest); read by every later kernel,
// so that no count ever travels through the host.

const ITEM_COUNT = 0u;             // items a segment may touch: every end is clamped to it
const SEGMENT_COUNT = 1u;
const BLOCK_COUNT = 2u;            // partition blocks
const PARTITION_COUNTERS = 3u;     // length of the partition's scan
const RADIX_COUNTERS = 4u;         // length of a radix pass's scan: tiles × 256
const TILE_COUNT = 5u;             // tiles of all large segments
const FULL_TILE_COUNT = 6u;        // of these, full ones: they come first in the tile order
const LARGE_COUNT = 7u;            // large segments
const BIN_COUNTS = 8u;             // segments in each bin, up to 16 bins
const BIN_BASES = 24u;             // first id of each bin, counted from FIRST_ID
const FIRST_ID = 64u;

struct Segment {
  begin: u32,
  length: u32,
}

fn binCount(bin: u32) -> u32 {
  return state[BIN_COUNTS + bin];
}

/** The id of entry `slot` of a bin's list. The caller has checked slot < binCount(bin). */
fn listedSegment(bin: u32, slot: u32) -> u32 {
  return state[FIRST_ID + state[BIN_BASES + bin] + slot];
}
