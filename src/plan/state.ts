import { type WgslModule, written } from './module.ts';

/** Largest number of bins in a partition. */
export const MAX_BINS = 20;

/** Words of the header. */
const HEADER_WORDS = 64;

/**
 * Words of the state of one recorded call. The state is `state`, an array of words in scratch memory. It begins with a
 * header of counts that only the GPU knows. For a reduce, the segment ids of all bins follow: bin after bin, in segment
 * order inside a bin.
 *
 * Setup and the partition write the state, and every later kernel reads it. So no count travels through the host. Every
 * kernel that binds `state` has these constants under these names.
 */
export const STATE = {
  /** Number of items. Every segment's end is clamped to it. */
  ITEM_COUNT: 0,
  SEGMENT_COUNT: 1,
  /** Number of blocks in the partition. */
  BLOCK_COUNT: 2,
  /** Length of the partition's scan. */
  PARTITION_COUNTERS: 3,
  /** Length of a radix pass's scan: tiles × 256. */
  RADIX_COUNTERS: 4,
  /** Tiles of all large segments. */
  TILE_COUNT: 5,
  /** Full tiles among them, which come first in the tile order. */
  FULL_TILE_COUNT: 6,
  /** Number of large segments. */
  LARGE_COUNT: 7,
  /** Number of segments in each bin. */
  BIN_COUNTS: 8,
  /** First entry of each bin in the lists. */
  BIN_BASES: 8 + MAX_BINS,
  /** Length of the segments where all have one size, otherwise 0. */
  SEGMENT_SIZE: 8 + 2 * MAX_BINS,
  /** Tile slots of each large segment of a reduce. */
  TILES_EACH: 9 + 2 * MAX_BINS,
  FIRST_ID: HEADER_WORDS,
} as const;

/** Words of `profile`, which wgsl/plan/profile/count.wgsl writes. The kernel has these constants under these names. */
export const PROFILE = {
  /** Items and segments of each bin. */
  PROFILE_BIN_ITEMS: 0,
  PROFILE_BIN_SEGMENTS: MAX_BINS,
  /** Items and segments of the whole call. */
  PROFILE_ITEMS: 2 * MAX_BINS,
  PROFILE_SEGMENTS: 2 * MAX_BINS + 1,
  /** Counters of the partition's scan, and of a radix pass's scan. */
  PROFILE_PARTITION_COUNTERS: 2 * MAX_BINS + 2,
  PROFILE_RADIX_COUNTERS: 2 * MAX_BINS + 3,
} as const;

/** Numbers of a call that the host knows, each a u32. */
export interface CallNumbers {
  readonly items: number;
  /** Number of segments. Where a buffer holds it, the largest possible number. */
  readonly segments: number;
  /** Length of the segments where all have one size, otherwise 0. */
  readonly size: number;
  /** Numbers that only some operations have. */
  readonly [more: string]: number;
}

/** The default members of `call`, in this order. */
export const CALL_MEMBERS: readonly string[] = ['items', 'segments', 'size'];

export function callWords(members: readonly string[], numbers: CallNumbers): Uint32Array<ArrayBuffer> {
  return Uint32Array.from(members, (name) => numbers[name] as number);
}

/** Declares the type of `call`. */
export function callModule(members: readonly string[]): WgslModule {
  return written('call', `struct Call {\n${members.map((name) => `${name}: u32,`).join('\n')}\n}`);
}
