/** Most bins of a partition. */
export const MAX_BINS = 20;

/** Words of the header. */
const HEADER_WORDS = 64;

/**
 * Words of the state of one recorded call: an array of words, `state`, in scratch memory. A header of counts that are
 * known only on the GPU, then, for a reduce, the segment ids of all bins, bin after bin, in segment order inside a bin.
 *
 * Written by setup and the partition; read by every later kernel, so that no count ever travels through the host. Every
 * kernel that binds `state` has them as constants of these names.
 */
export const STATE = {
  /** Items a segment may touch: every end is clamped to it. */
  ITEM_COUNT: 0,
  SEGMENT_COUNT: 1,
  /** Partition blocks. */
  BLOCK_COUNT: 2,
  /** Length of the partition's scan. */
  PARTITION_COUNTERS: 3,
  /** Length of a radix pass's scan: tiles × 256. */
  RADIX_COUNTERS: 4,
  /** Tiles of all large segments. */
  TILE_COUNT: 5,
  /** Of these, full ones: they come first in the tile order. */
  FULL_TILE_COUNT: 6,
  /** Large segments. */
  LARGE_COUNT: 7,
  /** Segments in each bin. */
  BIN_COUNTS: 8,
  /** First entry of each bin in the lists. */
  BIN_BASES: 8 + MAX_BINS,
  /** Length of all segments where it is one; else 0. */
  SEGMENT_SIZE: 8 + 2 * MAX_BINS,
  /** Tile slots of each large segment of a reduce. */
  TILES_EACH: 9 + 2 * MAX_BINS,
  FIRST_ID: HEADER_WORDS,
} as const;

/** Words that wgsl/plan/profile/count.wgsl writes into `profile`, and has as constants of these names. */
export const PROFILE = {
  /** Of each bin. */
  PROFILE_BIN_ITEMS: 0,
  PROFILE_BIN_SEGMENTS: MAX_BINS,
  /** Of the whole call. */
  PROFILE_ITEMS: 2 * MAX_BINS,
  PROFILE_SEGMENTS: 2 * MAX_BINS + 1,
  /** Of the partition's scan, and of a radix pass's. */
  PROFILE_PARTITION_COUNTERS: 2 * MAX_BINS + 2,
  PROFILE_RADIX_COUNTERS: 2 * MAX_BINS + 3,
} as const;
