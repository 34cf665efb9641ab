/** The parameters of GPUs. */
import type { DeviceFacts } from '../gpu/device.ts';
import { type FamilyTuning, laidOver } from './tuning.ts';

export const GPU: FamilyTuning = {
  // An H200 holds 1024 workgroups of 256 at a time. If none of them has a task, they take 2.7 µs.
  lists: { lanes: 2 ** 18, overflow: 'repeated' },
  partition: { workgroup: 256, segmentsPerLane: 8 },
  scan: { workgroup: 256, perLane: 16 },
  convert: { workgroup: 256, perLane: 4 },
  sort: {
    digitBits: 8,
    earlyOut: true,
    small: {
      workgroup: 64,
      itemsWanted: 8,
      maxItemsPerLane: 16,
      maxItemsPerLanePairs: 8,
      minMax: true,
      quadSwaps: true,
      maxStriped: 512,
      maxLanes: 32,
      maxLanesEmulated: 8,
      maxLength: 512,
      threeQuarterBins: [],
    },
    medium: {
      maxMerged: 0,
      maxMergedPairs: 0,
      mergeWays: 4,
      workgroup: 256,
      limits: [512, 1024, 2048],
    },
    large: {
      workgroup: 256,
      tile: 2048,
      maxTile: 8192,
      scatter: 'coalesced',
      largeOnlyFrom: 32768,
      prefilterFrom: 4096,
    },
    quantiles: { from: 9, below: 0 },
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
    sweep: { tile: 4096, maxLength: 4096 },
  },
};

/**
 * Differences from `GPU` at WebGPU's default limits, 16 KiB of workgroup memory and 256 invocations: a tile has 128
 * lanes of 8 items.
 */
const GPU_DEFAULT_LIMITS = {
  partition: { workgroup: 128 },
  scan: { workgroup: 128 },
  sort: { medium: { workgroup: 128, limits: [512, 1024] }, large: { workgroup: 128, tile: 1024 } },
};

/** Bytes of workgroup memory of a tile of 256 lanes with 8 items each: keys, values and counters. */
const GPU_BYTES_AT_256_BY_8 = 28 * 1024;

/** The table of a GPU. */
export function gpuTable(facts: DeviceFacts): FamilyTuning {
  // If a workgroup took all invocations that a device has room for, no second one could run next to it.
  const roomy = facts.workgroupStorageBytes >= GPU_BYTES_AT_256_BY_8 && facts.workgroupInvocations > 256;
  // AMD and Apple: networks of keys of one word have up to 32 registers a lane. By AMD's compiler they take a third
  // fewer cycles an item than the medium kernel, but networks of 512 pairs take more. The one of 1024 keys takes 1.6 s
  // to compile, more than all other kernels of a sort, so AMD's end at 512. PlayCanvas measured an Apple M4 Max: up to
  // 4096 items, a bitonic sort was 5 to 50 % faster than a radix sort of a workgroup (its pull request 8609).
  // Their networks of more than 64 items are bound by instructions, so they are not striped.
  const networks = (maxLength: number) =>
    facts.subgroups ? { sort: { small: { maxItemsPerLane: 32, maxLength, maxStriped: 64 } } } : undefined;
  // Intel's drivers choose 8, 16 or 32 lanes, or 16 or 32. Networks that count on the smallest size waste half of
  // Mesa's. Twice the smallest size spills no registers, four times 8 does. A thread has 128 registers, however few it
  // uses. With ranks apart, kernels of pairs spill 6 to 19 registers a lane. With slots kept, networks take 14 to 30
  // more registers, and those without subgroups spill up to 3.
  const twice = 2 * facts.subgroupMinSize;
  const subgroupSize = facts.subgroupSizeControl && twice <= facts.subgroupMaxSize ? twice : 0;
  // In a loop, Intel's kernels take 11 to 19 more registers, and some spill.
  const lists = { overflow: 'indirect' };
  const intel = { subgroupSize, lists, sort: { packedRanks: true, small: { itemsWanted: 16, slotsTwice: true } } };
  // AMD: scalar units compare indices, so merges take half to nine tenths of the cycles of insertions. On other GPUs
  // insertions take as many or fewer, and merges spill on Intel's.
  const amd = laidOver({ sort: { small: { bestByMerges: true } } }, networks(512));
  // NVIDIA: an H200 takes 350 µs for a downsweep of 2^24 keys by counters, 267 by ballots. In the medium class counters
  // are 10 to 18 % faster. On AMD's and Apple's GPUs ballots take twice the cycles, and on Intel's pairs would spill.
  // Networks of several subgroups: docs/decisions/sort-small.md. Their workgroup memory holds all items of the lanes.
  // 2^17 lanes of 54 registers fill an H200.
  const across = { lanes: 128, lanesPairs: roomy ? 128 : 64, items: 16 };
  // Predicted (npm run model): sums with staged items take 0.45 of the time. A multiprocessor has 228 KiB of workgroup
  // memory. AMD's have 64 KiB for a compute unit, which would hold 4 waves of a sum, one a SIMD.
  const staged = facts.vendor === 'nvidia' || facts.software;
  const reduce = { sweep: { staged, looksBack: staged } };
  const blocks = {
    ...{ workgroup: 128, maxLength: 128, maxItems: 32, maxItemsPairs: 16 },
    windowItems: roomy ? 4096 : 2048,
    windowItemsPairs: roomy ? 2048 : 1024,
  };
  const lookBackWorkgroup = facts.workgroupStorageBytes >= 40960 ? 512 : roomy ? 256 : 128;
  const large = { ranking: 'ballots', lookBackWorkgroup };
  const nvidia = { lists: { lanes: 2 ** 17 }, sort: { small: { across }, blocks, large } };
  const vendors: Readonly<Record<string, unknown>> = { intel, nvidia, amd, apple: networks(1024) };
  const ofVendor = laidOver(laidOver(GPU, { reduce }), vendors[facts.vendor]);
  return laidOver(ofVendor, roomy ? undefined : GPU_DEFAULT_LIMITS);
}
