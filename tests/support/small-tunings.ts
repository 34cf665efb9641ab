/** Tunings with few lanes, whose segments have few items in every class, for tests of barriers between lanes. */
import type { InternalTuning } from '../../src/tuning/tuning.ts';
import { inTurn, ROWS } from './cases.ts';

/** In `npm test` fewer networks and one medium kernel, which take seconds to compile. */
const SORTS =
  ROWS === 'quick'
    ? { small: { workgroup: 32, maxLength: 32 }, medium: { workgroup: 32, limits: [256] } }
    : { small: { workgroup: 32 }, medium: { workgroup: 32, limits: [64, 256] } };

/** Quantiles are searched for, however many they are. Tests of sorts say so. */
const SEARCHES = { from: 1000, below: 0 };

/**
 * Workgroups of few lanes compile sooner. Tiles are small, so that segments have several. A workgroup of a large sort
 * takes a tile in two parts.
 */
export const SMALL_GPU: InternalTuning = {
  family: 'gpu',
  // One or two workgroups do all tasks of a pass, one after the other.
  lists: { lanes: 32, overflow: 'repeated' },
  partition: { workgroup: 32, segmentsPerLane: 2 },
  scan: { workgroup: 32, perLane: 2 },
  sort: { ...SORTS, large: { workgroup: 16, tile: 224 }, quantiles: SEARCHES },
  reduce: {
    workgroup: 32,
    sweep: { tile: 1024, maxLength: 400 },
    bins: [
      { limit: 30, lanes: 1, name: 'small' },
      { limit: 100, lanes: 4, name: 'small' },
      { limit: 2000, lanes: 32, name: 'medium' },
    ],
    tileLanes: 8,
    tile: 512,
  },
};
/** Kernels append to lists, as on NVIDIA's GPUs. Several workgroups append. */
export const SMALL_APPENDING: InternalTuning = {
  ...SMALL_GPU,
  partition: { workgroup: 32, segmentsPerLane: 1 },
  sort: {
    ...SMALL_GPU.sort,
    small: { ...SORTS.small, across: { lanes: 32, lanesPairs: 32, items: 4 } },
    large: { ...SMALL_GPU.sort?.large, lookBackWorkgroup: 16 },
  },
};

/** The small tunings, and the same with a prefilter in every top-k. */
export const SMALL_SELECTIONS = () => ({
  software: SMALL_SOFTWARE,
  gpu: SMALL_GPU,
  'appending gpu': SMALL_APPENDING,
  // Tiles of more words than lanes, and of more groups than an invocation lists.
  'prefiltering software': prefiltering(SMALL_SOFTWARE, 1024),
  'prefiltering gpu': prefiltering(SMALL_GPU, 672),
  'prefiltering appending gpu': prefiltering(SMALL_APPENDING, 672),
});

function prefiltering(tuning: InternalTuning, tile: number): InternalTuning {
  const { medium, large, ...rest } = tuning.sort ?? {};
  return {
    ...tuning,
    sort: { ...rest, medium: { ...medium, limits: [tile] }, large: { ...large, tile, prefilterFrom: 1 } },
  };
}

/** In `npm test` the networks of more than 32 items, which compile longest, have one turn in four. */
const SHORT_NETWORKS = ROWS === 'quick' && inTurn([true, true, true], 4).length > 0;

export const SMALL_SOFTWARE: InternalTuning = {
  family: 'software',
  partition: { workgroup: 8, segmentsPerLane: 2 },
  sort: {
    ...(SHORT_NETWORKS && { small: { maxLength: 32 } }),
    medium: { limits: [64] },
    large: { tile: 64 },
    quantiles: SEARCHES,
  },
  reduce: { sweep: { tile: 128, maxLength: 100 }, tile: 512 },
};
