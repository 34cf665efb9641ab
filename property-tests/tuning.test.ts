/** Sorts and reduces give the same results with every tuning that is not refused. */
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { type Family, SegmentedError } from '../src/index.ts';
import type { InternalTuning } from '../src/tuning/tuning.ts';
import { reduceSegmentsCases, runParameters, seeds, segmentsCases } from '../tests/support/arbitraries.ts';
import { ROWS } from '../tests/support/cases.ts';
import { COMPARATORS, type Comparator } from '../tests/support/comparators.ts';
import { checkReduceCase } from '../tests/support/reduce-check.ts';
import type { ReduceCase } from '../tests/support/reduce-expectation.ts';
import type { InputType } from '../tests/support/reduce-items.ts';
import type { OpName } from '../tests/support/reduce-oracle.ts';
import type { TypedRow } from '../tests/support/sort-cases.ts';
import { checkTyped } from '../tests/support/typed-check.ts';
import { useDevice } from '../tests/support/use-device.ts';

const device = useDevice();

/** Every new tuning compiles kernels, which takes seconds each. */
const RUNS = ROWS === 'quick' ? 6 : 25;

const power = (least: number, most: number) => fc.integer({ min: least, max: most }).map((exponent) => 2 ** exponent);
/** An object with any of these members. */
const some = <T extends object>(members: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record<T, never>(members, { requiredKeys: [] });
const list = <T>(one: fc.Arbitrary<T>, by: (item: T) => number) =>
  fc.uniqueArray(one, { minLength: 1, maxLength: 3, selector: by }).map((all) => all.sort((a, b) => by(a) - by(b)));

const families = fc.constantFrom('software' as const, 'gpu' as const);

function tunings(): fc.Arbitrary<InternalTuning> {
  return families.chain((family) => {
    const workgroup = power(family === 'gpu' ? 4 : 0, 8);
    const medium = {
      workgroup,
      maxMerged: fc.constantFrom(0, 16, 64, 256, 1024, 4096),
      maxMergedPairs: fc.constantFrom(0, 16, 256, 1024),
      mergeWays: fc.constantFrom(4, 8),
      limits: list(fc.integer({ min: 16, max: 4096 }), (limit) => limit),
    };
    const tile = fc.oneof(fc.integer({ min: 4, max: 12 }), fc.integer({ min: 4, max: 128 })).map((of16) => 16 * of16);
    const bin = fc.record({
      limit: fc.integer({ min: 1, max: 2000 }),
      lanes: power(0, 5),
      name: fc.constantFrom('small' as const, 'medium' as const),
    });
    const reduce = {
      workgroup: power(5, 8),
      bins: list(bin, ({ limit }) => limit),
      tile: power(6, 12),
      tileLanes: power(0, 5),
      vectors: fc.boolean(),
      sweep: some({ tile: fc.constantFrom(64, 128, 512, 1024, 4096), maxLength: fc.integer({ min: 16, max: 5000 }) }),
    };
    const small = {
      workgroup: power(5, 7),
      itemsWanted: power(0, 5),
      maxItemsPerLane: power(1, 4),
      maxItemsPerLanePairs: power(3, 4),
      itemsAtOnce: power(0, 5),
      branchless: fc.boolean(),
      minMax: fc.boolean(),
      quadSwaps: fc.boolean(),
      maxStriped: fc.constantFrom(0, 32, 512),
      maxLength: power(1, 9),
      threeQuarterBins: fc.constantFrom([], [4, 8], [16, 64], [32, 128, 512]),
    };
    return some({
      maxBindingBytes: fc.integer({ min: 4096, max: 2 ** 20 }),
      partition: some({ workgroup, segmentsPerLane: fc.integer({ min: 1, max: 12 }) }),
      scan: some({ workgroup, perLane: fc.integer({ min: 1, max: 20 }) }),
      convert: some({ workgroup: power(0, 8), perLane: fc.integer({ min: 1, max: 8 }) }),
      sort: some({
        digitBits: fc.constantFrom(1, 2, 4, 8),
        earlyOut: fc.boolean(),
        small: some(small),
        medium: some(medium),
        large: some({
          workgroup,
          tile,
          scatter: fc.constantFrom('coalesced' as const, 'direct' as const),
          directGrid: fc.boolean(),
          largeOnlyFrom: fc.constantFrom(1, 1000, 2 ** 32),
        }),
      }),
      reduce: some(reduce),
    }).map((tuning) => ({ ...tuning, family }));
  });
}

/** Runs a call that may refuse its tuning. If it does, another tuning is drawn. */
async function unlessRefused(work: () => Promise<void>): Promise<void> {
  let refused = false;
  try {
    await work();
  } catch (error) {
    const says = error instanceof SegmentedError ? `${error.code} ${error.message}` : '';
    refused = /^invalid-option tuning\.|^limit-exceeded kernel .* does not fit the device/.test(says);
    if (!refused) throw error;
  }
  fc.pre(!refused);
}

const variants = tunings().chain((tuning) =>
  fc.boolean().map((subgroups) => ({
    ...{ family: tuning.family as Family, subgroups: subgroups && device().features.has('subgroups') },
    tuning,
  })),
);

/** Kinds of keys: one word and two, narrow ones, custom orders by merges and by radix sort. */
const named = (part: string) => COMPARATORS.find(({ name }) => name.startsWith(part)) as Comparator;
const TYPES = ['u32', 'f32', 'u64', 'i8', named('u32 by its coarse'), named('a struct of 8'), named('vec3<f32>')];

const sorts = fc
  .record({
    type: fc.constantFrom(...TYPES),
    order: fc.constantFrom('ascending', 'descending'),
    valueBytes: fc.constantFrom(0, 4, 4, 12),
    call: fc.constantFrom('host', 'encode', 'in place', 'double buffer'),
    countOnGpu: fc.boolean(),
  })
  .map((row) => ({ ...row, bits: 'all', signedZero: 'distinct' }));

const reduces = fc
  .record({
    typed: fc.constantFrom<[InputType, OpName[]]>(
      ...([
        ['u32', ['sum']],
        ['f32', ['sum']],
        ['u32', ['argmin']],
        ['u8', ['max']],
        ['u64', ['sum', 'argmax']],
      ] as [InputType, OpName[]][]),
    ),
    initial: fc.boolean(),
    call: fc.constantFrom<ReduceCase['call']>('host', 'host in batches', 'encode'),
    countOnGpu: fc.boolean(),
  })
  .map(({ typed: [type, ops], ...row }) => ({
    ...{ ...row, type, ops, list: ops.length > 1 },
    accuracy: 'pairwise' as const,
  }));

describe('any tuning', () => {
  it('sorts', async () => {
    const property = fc.asyncProperty(variants, sorts, segmentsCases, seeds, (variant, row, segments, seed) =>
      unlessRefused(() => checkTyped(device(), { ...row, ...variant } as TypedRow, segments, seed)),
    );
    await fc.assert(property, runParameters(RUNS));
  });

  it('reduces', async () => {
    const property = fc.asyncProperty(variants, reduces, reduceSegmentsCases, seeds, (variant, row, segments, seed) =>
      unlessRefused(() => checkReduceCase(device(), { ...row, ...variant }, segments, seed)),
    );
    await fc.assert(property, runParameters(2 * RUNS));
  });
});
