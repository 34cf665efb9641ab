// The state of one recorded call: an array of words, `state`, in scratch memory.
//
//   words 0 … 63   the header: counts that are known only on the GPU
//   words 64 …     for a reduce, the segment ids of all bins, bin after bin, in segment order inside a bin
//
// Written by setup.wgsl and partition/finish.wgsl; read by every later kernel, so that no count ever travels through the
// host.

var<storage, read_write> state: array<u32>;

const ITEM_COUNT = 0u;             // items a segment may touch: every end is clamped to it
const SEGMENT_COUNT = 1u;
const BLOCK_COUNT = 2u;            // partition blocks
const PARTITION_COUNTERS = 3u;     // length of the partition's scan
const RADIX_COUNTERS = 4u;         // length of a radix pass's scan: tiles × 256
const TILE_COUNT = 5u;             // tiles of all large segments
const FULL_TILE_COUNT = 6u;        // of these, full ones: they come first in the tile order
const LARGE_COUNT = 7u;            // large segments
const BIN_COUNTS = 8u;             // segments in each bin, up to 20 bins
const BIN_BASES = 28u;             // first entry of each bin in the lists
const SEGMENT_SIZE = 48u;          // length of all segments where it is one; else 0
const TILES_EACH = 49u;            // tile slots of each large segment of a reduce
const FIRST_ID = 64u;

struct Segment {
  begin: u32,
  length: u32,
}

fn binCount(bin: u32) -> u32 {
  return state[BIN_COUNTS + bin];
}
