/** The parameters of software adapters. */
import type { DeviceFacts } from '../gpu/device.ts';
import { type FamilyTuning, laidOver } from './tuning.ts';

const SOFTWARE: FamilyTuning = {
  partition: { workgroup: 8, segmentsPerLane: 496 },
  convert: { workgroup: 8, perLane: 64 },
  sort: {
    digitBits: 8,
    earlyOut: true,
    small: {
      workgroup: 32,
      itemsWanted: 32,
      maxItemsPerLane: 32,
      maxItemsPerLanePairs: 16,
      itemsAtOnce: 64,
      branchless: false,
      minMax: false,
      quadSwaps: false,
      maxLanes: 8,
      maxLanesEmulated: 1,
      maxLength: 512,
      threeQuarterBins: [128],
    },
    medium: {
      maxMerged: 8192,
      maxMergedPairs: 0,
      mergeWays: 4,
      shortRuns: false,
      workgroup: 8,
      limits: [1024, 8192],
    },
    large: {
      workgroup: 8,
      tile: 4080,
      maxTile: 4080,
      scatter: 'direct',
      directGrid: false,
      largeOnlyFrom: 32768,
      prefilterFrom: 4096,
    },
    quantiles: { from: 3, below: 4096 },
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
    sweep: { tile: 4096, maxLength: 8192 },
  },
};

/**
 * Differences from `SOFTWARE` on lavapipe. SwiftShader would be slower with these networks and merges. Vectors would
 * make its sums of floats and of short segments slower. `lanes`: the smallest subgroup of the device.
 */
const lavapipe = (lanes: number) => ({
  sort: {
    // A workgroup costs 70 ns, whatever it does. `min` and `max` reduce the compile time of a network by a third. On
    // SwiftShader they would make sorts 4 % slower.
    small: {
      workgroup: 64,
      itemsWanted: 16,
      // With four lanes, a network of 256 keys takes a quarter longer than runs of 128 and a merge. With eight lanes, a
      // network of 384 takes 0.6 of the time of runs of 256 and a merge.
      maxItemsPerLane: lanes > 4 ? 64 : 32,
      maxItemsPerLanePairs: 32,
      itemsAtOnce: 4,
      branchless: true,
      minMax: true,
      threeQuarterBins: [128, 256, 512],
    },
    // SwiftShader executes both sides of a branch, so merging more runs at a time gains nothing there.
    medium: { maxMerged: 32768, maxMergedPairs: 8192, mergeWays: 8, shortRuns: true },
    large: { directGrid: true },
  },
  reduce: { vectors: true },
});

/** The table of a software adapter. */
export function softwareTable(facts: DeviceFacts): FamilyTuning {
  return facts.lavapipe ? laidOver(SOFTWARE, lavapipe(facts.subgroupMinSize)) : SOFTWARE;
}
