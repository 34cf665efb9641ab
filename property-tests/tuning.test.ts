/** Whatever the tuning that is not refused, sorts and reduces come out the same. */
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { type HostSegments, SegmentedError, segmentedStableSortByKey, type Tuning } from '../src/index.ts';
import { type Layout, layouts, runParameters, seeds } from '../tests/support/arbitraries.ts';
import { Random, ROWS } from '../tests/support/cases.ts';
import { reduceHost } from '../tests/support/reduce-run.ts';
import { withoutGpuErrors } from '../tests/support/run.ts';
import { useDevice } from '../tests/support/use-device.ts';

const device = useDevice();

/** Every new tuning compiles its kernels: seconds each. */
const RUNS = ROWS === 'lean' ? 5 : 25;

const power = (least: number, most: number) => fc.integer({ min: least, max: most }).map((exponent) => 2 ** exponent);
/** Any of the members left out. */
const some = <T extends object>(members: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record<T, never>(members, { requiredKeys: [] });
const list = <T>(one: fc.Arbitrary<T>, by: (item: T) => number) =>
  fc.uniqueArray(one, { minLength: 1, maxLength: 3, selector: by }).map((all) => all.sort((a, b) => by(a) - by(b)));

const families = fc.constantFrom('cpu' as const, 'gpu' as const);

function tunings(): fc.Arbitrary<Tuning> {
  return families.chain((family) => {
    const workgroup = power(family === 'gpu' ? 4 : 0, 8);
    const medium = {
      workgroup,
      mergedMost: fc.constantFrom(0, 16, 64, 256, 1024, 4096),
      mergedMostPairs: fc.constantFrom(0, 16, 256, 1024),
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
      flat: some({ tile: fc.integer({ min: 64, max: 5000 }), lengthMost: fc.integer({ min: 16, max: 5000 }) }),
    };
    const small = {
      workgroup: power(5, 7),
      itemsWanted: power(0, 5),
      itemsMost: power(1, 4),
      itemsMostPairs: power(3, 4),
      itemsAtOnce: power(0, 5),
      branchless: fc.boolean(),
      lengthMost: power(1, 9),
    };
    return some({
      subgroups: fc.boolean(),
      maxBindingBytes: fc.integer({ min: 4096, max: 2 ** 20 }),
      partition: some({ workgroup, segmentsPerLane: fc.integer({ min: 1, max: 12 }) }),
      scan: some({ workgroup, perLane: fc.integer({ min: 1, max: 20 }) }),
      convert: some({ workgroup: power(0, 8), perLane: fc.integer({ min: 1, max: 8 }) }),
      sort: some({
        digitBits: fc.constantFrom(1, 2, 4, 8),
        earlyOut: fc.boolean(),
        small: some(small),
        medium: some(medium),
        large: some({ workgroup, tile, scatter: fc.constantFrom('coalesced' as const, 'direct' as const) }),
      }),
      reduce: some(reduce),
    }).map((tuning) => ({ ...tuning, family }));
  });
}

/** Runs what may refuse the tuning: another one is drawn then. */
async function unlessRefused(work: () => Promise<void>): Promise<void> {
  let refused = false;
  try {
    await withoutGpuErrors(device(), work);
  } catch (error) {
    const says = error instanceof SegmentedError ? `${error.code} ${error.message}` : '';
    refused = /^invalid-option tuning\.|^limit-exceeded kernel .* does not fit the device/.test(says);
    if (!refused) throw error;
  }
  fc.pre(!refused);
}

/** How keys are seen, and which of the key's bits they are ordered by. */
const SORTS = {
  words: { shift: 0, options: {}, keys: (words: Uint32Array<ArrayBuffer>) => words },
  bytes: { shift: 0, options: {}, keys: (words: Uint32Array<ArrayBuffer>) => Uint8Array.from(words) },
  'two words': {
    ...{ shift: 0, options: {} },
    keys: (words: Uint32Array<ArrayBuffer>) => BigUint64Array.from(words, (word) => BigInt(word) << 9n),
  },
  'a comparator': {
    ...{ shift: 3, options: { compare: { wgsl: 'return (a >> 3u) < (b >> 3u);' } } },
    keys: (words: Uint32Array<ArrayBuffer>) => words,
  },
  'numbers of its own': {
    ...{ shift: 3, options: { orderBy: { wgsl: 'return key >> 3u;' } } },
    keys: (words: Uint32Array<ArrayBuffer>) => words,
  },
};

function drawn({ itemCount }: Layout, seed: number, below: number): Uint32Array<ArrayBuffer> {
  const random = new Random(seed);
  return Uint32Array.from({ length: itemCount }, () => random.below(below));
}

function compare(what: string, found: ArrayLike<number>, expected: ArrayLike<number>): void {
  for (let i = 0; i < expected.length; i++) {
    if (found[i] !== expected[i]) throw new Error(`${what} ${i}: ${found[i]}, expected ${expected[i]}`);
  }
}

describe('any tuning', () => {
  it('sorts pairs', async () => {
    const kinds = fc.constantFrom(...(Object.keys(SORTS) as (keyof typeof SORTS)[]));
    const run = async (tuning: Tuning, kind: keyof typeof SORTS, layout: Layout, seed: number, below: number) => {
      const { keys, shift, options } = SORTS[kind];
      const words = drawn(layout, seed, kind === 'bytes' ? Math.min(below, 256) : below);
      const places = Uint32Array.from(words, (_, i) => i);
      const expected = places.slice();
      const { offsets } = layout;
      for (let s = 0; s + 1 < offsets.length; s++) {
        const order = (a: number, b: number) => (words[a]! >>> shift) - (words[b]! >>> shift) || a - b;
        expected.subarray(offsets[s], offsets[s + 1]).sort(order);
      }
      await unlessRefused(async () => {
        const all = { ...options, tuning };
        const sorted = await segmentedStableSortByKey(device(), keys(words), places, offsets, all);
        compare('item', sorted.values, expected);
      });
    };
    const below = fc.constantFrom(2, 40, 70_000, 2 ** 32);
    await fc.assert(fc.asyncProperty(tunings(), kinds, layouts, seeds, below, run), runParameters(RUNS));
  });

  it('reduces', async () => {
    const run = async (tuning: Tuning, byOffsets: boolean, layout: Layout, seed: number, op: 'sum' | 'argmax') => {
      const words = drawn(layout, seed, 1000);
      const begin = layout.offsets.slice(0, -1);
      const end = layout.offsets.slice(1);
      const segments: HostSegments = byOffsets ? layout.offsets : { begin, end };
      const expected = Array.from(begin, (first, s) => {
        const part = Array.from(words.subarray(first, end[s]));
        return op === 'sum' ? part.reduce((a, b) => a + b, 0) : part.indexOf(Math.max(...part)) >>> 0;
      });
      await unlessRefused(async () => {
        const found = await reduceHost(device(), words, segments, op, { tuning });
        compare('segment', op === 'sum' ? found : found.indices, expected);
      });
    };
    const ops = fc.constantFrom('sum' as const, 'argmax' as const);
    await fc.assert(fc.asyncProperty(tunings(), fc.boolean(), layouts, seeds, ops, run), runParameters(2 * RUNS));
  });
});
