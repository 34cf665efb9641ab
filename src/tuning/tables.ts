import type { FamilyTuning } from './types.ts';

export const SOFTWARE: FamilyTuning = {
  partition: { workgroup: 8, segmentsPerLane: 496 },
  convert: { workgroup: 8, perLane: 64 },
  sort: {
    digitBits: 8,
    earlyOut: true,
    small: {
      workgroup: 32,
      itemsWanted: 32,
      itemsMost: 32,
      itemsMostPairs: 16,
      itemsAtOnce: 64,
      branchless: false,
      minMax: false,
      lanesMost: 8,
      lanesMostEmulated: 1,
      lengthMost: 512,
      threeQuarters: [128],
    },
    medium: {
      mergedMost: 8192,
      mergedMostPairs: 0,
      mergeWays: 4,
      shortRuns: false,
      workgroup: 8,
      limits: [1024, 8192],
    },
    large: { workgroup: 8, tile: 4080, scatter: 'direct', directGrid: false, largeOnlyFrom: 32768 },
  },
  reduce: {
    workgroup: 8,
    bins: [
      { limit: 16, lanes: 1, name: 'small' },
      { limit: 128, lanes: 1, name: 'small' },
      { limit: 8192, lanes: 1, name: 'medium' },
    ],
    tile: 4096,
    tileLanes: 1,
    vectors: false,
    sweep: { tile: 4096, lengthMost: 8192 },
  },
};

/**
 * Laid over SOFTWARE. SwiftShader is slower by the networks and the merges, and sums floats and short segments slower by vectors.
 * `lanes`: that a subgroup has at least.
 */
export const lavapipe = (lanes: number) => ({
  sort: {
    // A workgroup costs it 70 ns whatever it does. With min and max it takes a third less until LLVM gets a network;
    // SwiftShader's sorts would be 4 % slower.
    small: {
      workgroup: 64,
      itemsWanted: 16,
      // By four lanes a network of 256 keys takes a quarter longer than runs of 128 and a merge; by eight one of 384
      // takes 0.6 of what runs of 256 and a merge take.
      itemsMost: lanes > 4 ? 64 : 32,
      itemsMostPairs: 32,
      itemsAtOnce: 4,
      branchless: true,
      minMax: true,
      threeQuarters: [128, 256, 512],
    },
    // SwiftShader takes both branches, and what more runs at a time save it spends between.
    medium: { mergedMost: 32768, mergedMostPairs: 8192, mergeWays: 8, shortRuns: true },
    large: { directGrid: true },
  },
  reduce: { vectors: true },
});

export const GPU: FamilyTuning = {
  partition: { workgroup: 256, segmentsPerLane: 8 },
  scan: { workgroup: 256, perLane: 16 },
  convert: { workgroup: 256, perLane: 4 },
  sort: {
    digitBits: 8,
    earlyOut: true,
    small: {
      workgroup: 64,
      itemsWanted: 4,
      itemsMost: 16,
      itemsMostPairs: 8,
      itemsAtOnce: 64,
      branchless: false,
      minMax: true,
      lanesMost: 32,
      lanesMostEmulated: 8,
      lengthMost: 512,
      threeQuarters: [],
    },
    medium: {
      mergedMost: 0,
      mergedMostPairs: 0,
      mergeWays: 4,
      shortRuns: false,
      workgroup: 256,
      limits: [512, 1024, 2048],
    },
    large: { workgroup: 256, tile: 2048, scatter: 'coalesced', directGrid: false, largeOnlyFrom: 32768 },
  },
  reduce: {
    workgroup: 256,
    bins: [
      { limit: 16, lanes: 1, name: 'small' },
      { limit: 64, lanes: 4, name: 'small' },
      { limit: 512, lanes: 32, name: 'small' },
      { limit: 16384, lanes: 256, name: 'medium' },
    ],
    tile: 16384,
    tileLanes: 256,
    vectors: true,
    sweep: { tile: 4096, lengthMost: 512 },
  },
};

/** On GPU: at WebGPU's default 16 KiB of workgroup memory and 256 invocations a tile is 128 lanes of 8 items. */
export const GPU_LEAN = {
  partition: { workgroup: 128 },
  scan: { workgroup: 128 },
  sort: { medium: { workgroup: 128, limits: [512, 1024] }, large: { workgroup: 128, tile: 1024 } },
};
