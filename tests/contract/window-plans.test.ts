/** Recorded top-k and quantiles of windows: segments by begin and end that share items, beside plain sorting. */
import { describe, expect, it } from 'vitest';
import { createSegmentedQuantile, createSegmentedTopK } from '../../src/index.ts';
import { inTurn, Random, SEED } from '../support/cases.ts';
import { padded } from '../support/reduce-run.ts';
import { expectRefusal, expectThrow } from '../support/refusal.ts';
import { recordInto, Workspace } from '../support/run.ts';
import { topIndices } from '../support/select-oracle.ts';
import { SMALL_SELECTIONS } from '../support/small-tunings.ts';
import { bytesOf, keyBytes } from '../support/typed-cases.ts';
import { bitsAt, isNan, type KeyType, widthOf } from '../support/typed-oracle.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();
const ITEMS = 3000;
const EMPTY = 0xffffffff;

type Bounds = readonly (readonly [number, number])[];

/** Windows of a moving selection, and others: equal ones, one in another, an empty one, all items. */
const LONG: Bounds = [
  ...Array.from({ length: 12 }, (_, i) => [200 * i, 200 * i + 700] as const),
  ...([
    [5, 5],
    [2999, 3000],
    [0, 3000],
    [7, 300],
    [7, 300],
    [40, 44],
  ] as const),
];
const SHORT: Bounds = Array.from({ length: 300 }, (_, i) => [(i * 37) % 2900, ((i * 37) % 2900) + (i % 30)] as const);

/** Segments that a plan has room for, besides those of the call. */
const MORE = 3;
const room = (bounds: Bounds) => ({ maxItems: ITEMS + 50, maxSegments: bounds.length + MORE });
const itemsOf = (bounds: Bounds) => bounds.reduce((sum, [begin, end]) => sum + end - begin, 0);

interface Manner {
  readonly countOnGpu: boolean;
  readonly openPass: boolean;
}

/** Encodes one call, with garbage as scratch memory, and returns the bytes of its outputs and the number of items. */
async function encoded(
  plan: { temporaryBytes: number; encode(encoder: never, args: never): void; destroy(): void },
  bounds: Bounds,
  { countOnGpu, openPass }: Manner,
  inputs: Readonly<Record<string, Uint8Array>>,
  sizes: Readonly<Record<string, number>>,
) {
  const space = new Workspace(device());
  const list = (name: string, side: 0 | 1) => {
    const more = countOnGpu ? new Array(MORE).fill(side * 1000) : [];
    return space.input(name, Uint32Array.from([...bounds.map((each) => each[side]), ...more]));
  };
  const count = countOnGpu ? space.input('count', Uint32Array.of(bounds.length)) : bounds.length;
  const outputs = Object.fromEntries(
    Object.entries(sizes).map(([name, bytes]) => [name, space.output(name, Math.ceil(bytes / 4))]),
  );
  const windowItemsOut = space.output('windowItemsOut', 1);
  const args = {
    ...Object.fromEntries(Object.entries(inputs).map(([name, bytes]) => [name, space.input(name, padded(bytes))])),
    ...outputs,
    ...{ windowItemsOut, itemCount: ITEMS, segments: { begin: list('begin', 0), end: list('end', 1), count } },
    temporary: space.scratch('temporary', plan.temporaryBytes),
  };
  await space.submit((encoder) => recordInto(encoder, openPass, (into) => plan.encode(into as never, args as never)));
  const found = Object.fromEntries(
    Object.entries(outputs).map(([name, range]) => [name, bytesOf(range.found).slice(0, sizes[name])]),
  );
  const [items] = windowItemsOut.found;
  space.destroy();
  plan.destroy();
  return { found, items };
}

const MANNERS: readonly Manner[] = [
  { countOnGpu: false, openPass: false },
  { countOnGpu: true, openPass: true },
];

/** Each item of a window in a sorted window, NaNs left out if wanted. */
function sorted(type: KeyType, bytes: Uint8Array<ArrayBuffer>, bound: Bounds[number], how: object): number[] {
  return topIndices(type, bytes, [bound], () => bound[1] - bound[0], { order: 'ascending', ...how } as never).indices;
}

describe.each(inTurn(Object.entries(SMALL_SELECTIONS()), 6))('windows, %s kernels', (_, given) => {
  const tuning = given as never;

  it.each([
    ['u32', 1, 4, LONG, {}],
    ['f32', 5, 1, LONG, { nan: 'omit' }],
    ['f16', 40, 2, LONG, { nan: 'omit' }],
    ['f64', 3, 12, LONG, { order: 'ascending' }],
    ['u8', 300, 4, LONG, {}],
    // No segment is in tiles, so no item is copied.
    ['f32', 4, 4, SHORT, { maxSegmentSize: 30 }],
    ['i16', 30, 4, SHORT, { maxSegmentSize: 30, order: 'ascending' }],
    ['f32', 2, 4, SHORT, { maxSegmentSize: 30, nan: 'omit' }],
  ] as const)('top-k of %s, maxK %i', async (keyType, maxK, valueBytes, bounds, options) => {
    const random = new Random(SEED);
    const keys = keyBytes(keyType, ITEMS, random);
    const values = Uint8Array.from({ length: ITEMS * valueBytes }, () => random.below(256));
    const { maxSegmentSize, ...how } = { maxSegmentSize: undefined, ...options };
    for (const manner of MANNERS) {
      const plan = await createSegmentedTopK(device(), {
        ...{ keyType, valueType: { bytes: valueBytes }, maxK, ...how, ...room(bounds), tuning },
        maxWindowItems: itemsOf(bounds) + 9,
        ...(maxSegmentSize ? { maxSegmentSize } : {}),
      } as never);
      const each = widthOf(keyType) / 8;
      const segments = bounds.length + MORE;
      const rows = maxK * segments;
      const sizes = {
        keysOut: each * rows,
        valuesOut: valueBytes * rows,
        indicesOut: 4 * rows,
        countsOut: 4 * segments,
      };
      const { found, items } = await encoded(plan, bounds, manner, { keysIn: keys, valuesIn: values }, sizes);
      const [indices, counts] = [found.indicesOut!, found.countsOut!].map((all) => new Uint32Array(all.slice().buffer));
      let kept = 0;
      bounds.forEach(([begin, end], s) => {
        const k = Math.min(maxK, end - begin);
        const { indices: all } = topIndices(keyType, keys, [[begin, end]], () => end - begin, {
          ...{ order: 'descending', ...how },
        } as never);
        kept += all.length;
        const want = all.slice(0, k);
        expect(counts![s], `count of ${s}`).toBe(want.length);
        const row = Array.from(indices!.subarray(s * maxK, s * maxK + maxK));
        const padding = new Array(maxK - want.length).fill(EMPTY);
        expect([s, row]).toEqual([s, [...want.map((i) => i - begin), ...padding]]);
        const at = (all: Uint8Array, size: number, i: number) => Array.from(all.subarray(i * size, (i + 1) * size));
        want.forEach((item, i) => {
          expect(at(found.keysOut!, each, s * maxK + i)).toEqual(at(keys, each, item));
          expect(at(found.valuesOut!, valueBytes, s * maxK + i)).toEqual(at(values, valueBytes, item));
        });
      });
      expect(items).toBe(kept);
    }
  });

  const MANY = Array.from({ length: 21 }, (_, i) => i / 20);
  it.each([
    ['u32', [0.5], LONG, {}],
    ['f32', [0.1, 0.9, 0, 1, 0.33], LONG, { nan: 'omit' }],
    ['f16', [0.5], LONG, { nan: 'omit' }],
    // Whole segments are sorted.
    ['f64', MANY, LONG, { sorts: true }],
    ['u8', [0.25], SHORT, { sorts: true }],
    // No segment is in tiles.
    ['i32', [0.5, 0.75], SHORT, { maxSegmentSize: 30 }],
    // No segment is in tiles, and yet sorts need copies: they write where a window is.
    ['i32', [0.5], SHORT, { maxSegmentSize: 30, sorts: true }],
  ] as const)('quantiles of %s, at %j', async (keyType, quantiles, bounds, options) => {
    const random = new Random(SEED);
    const keys = keyBytes(keyType, ITEMS, random);
    const { maxSegmentSize, nan, sorts } = { maxSegmentSize: undefined, nan: undefined, sorts: false, ...options };
    const { sort } = given;
    const sorting = { ...given, sort: { ...sort, quantiles: { from: 1, below: 1e9 } } };
    for (const manner of MANNERS) {
      const plan = await createSegmentedQuantile(device(), {
        ...{ keyType, quantiles, ...room(bounds), maxWindowItems: itemsOf(bounds), tuning: sorts ? sorting : tuning },
        ...(nan ? { nan } : {}),
        ...(maxSegmentSize ? { maxSegmentSize } : {}),
      } as never);
      const each = widthOf(keyType) / 8;
      const segments = bounds.length + MORE;
      const size = each * quantiles.length * segments;
      const sizes = { keysLow: size, keysHigh: size, countsOut: 4 * segments };
      const { found, items } = await encoded(plan, bounds, manner, { keysIn: keys }, sizes);
      expect(items).toBe(itemsOf(bounds));
      const counts = new Uint32Array(found.countsOut!.slice().buffer);
      const isNanAt = (i: number) => isNan(keyType, bitsAt(keyType, keys, i));
      bounds.forEach((bound, s) => {
        const all = sorted(keyType, keys, bound, {});
        const numbers = all.filter((i) => !isNanAt(i));
        expect(counts[s], `count of ${s}`).toBe(numbers.length);
        // A NaN makes all results NaN.
        if ((nan ? numbers : all).length === 0 || (!nan && numbers.length < all.length)) return;
        quantiles.forEach((q, k) => {
          const position = q * (numbers.length - 1);
          const at = (s * quantiles.length + k) * each;
          const keyAt = (i: number) => Array.from(keys.subarray(i * each, (i + 1) * each));
          for (const [name, place] of [
            ['keysLow', Math.floor(position)],
            ['keysHigh', Math.ceil(position)],
          ] as const) {
            expect([s, q, Array.from(found[name]!.subarray(at, at + each))]).toEqual([s, q, keyAt(numbers[place]!)]);
          }
        });
      });
    }
  });

  it('takes other forms of segments with the same plan', async () => {
    const keys = Uint32Array.from({ length: ITEMS }, (_, i) => (i * 7919) % 613);
    const bounds = [
      [0, 3],
      [3, 3],
      [3, 40],
      [40, 700],
      [700, ITEMS],
    ] as const;
    const plan = await createSegmentedTopK(device(), {
      keyType: 'u32',
      maxK: 5,
      ...room(bounds),
      maxWindowItems: 100,
      tuning,
    });
    const space = new Workspace(device());
    const indicesOut = space.output('indicesOut', 25);
    const offsets = space.input('offsets', Uint32Array.of(0, 3, 3, 40, 700, ITEMS));
    const keysIn = space.input('keysIn', keys);
    const temporary = space.scratch('temporary', plan.temporaryBytes);
    await space.submit((encoder) =>
      plan.encode(encoder, { keysIn, indicesOut, segments: { offsets, count: 5 }, temporary }),
    );
    const want = bounds.flatMap(([begin, end]) => {
      const order = Array.from({ length: end - begin }, (_, i) => i);
      order.sort((a, b) => keys[begin + b]! - keys[begin + a]! || a - b);
      return Array.from({ length: 5 }, (_, i) => order[i] ?? EMPTY);
    });
    expect(Array.from(indicesOut.found)).toEqual(want);
    space.destroy();
    plan.destroy();
  });

  it('tells that there are more items than the plan has room for, and stays inside its buffers', async () => {
    const random = new Random(SEED);
    const words = Uint32Array.from({ length: ITEMS }, () => random.below(1000));
    const garbage = () =>
      Uint32Array.from({ length: 60 }, () => (random.below(3) === 0 ? random.word() : random.below(4000)));
    const [begin, end] = [garbage(), garbage()];
    const total = begin.reduce((sum, from, i) => sum + Math.max(0, Math.min(end[i]!, ITEMS) - from), 0);
    for (const maxSegmentSize of [undefined, 30]) {
      const bounds = { maxItems: ITEMS, maxSegments: 60, ...(maxSegmentSize ? { maxSegmentSize } : {}) };
      const shared = { keyType: 'u32', ...bounds, maxWindowItems: 4000, tuning } as const;
      const topK = await createSegmentedTopK(device(), { ...shared, maxK: 20, valueType: 'u8' });
      const quantile = await createSegmentedQuantile(device(), { ...shared, quantiles: [0.5] });
      const space = new Workspace(device());
      const segments = { begin: space.input('begin', begin), end: space.input('end', end), count: 60 };
      const keysIn = space.input('keysIn', words);
      const valuesIn = space.input('valuesIn', new Uint32Array(ITEMS / 4));
      const counted = [0, 1].map((i) => space.output(`items ${i}`, 1)) as [never, never];
      const keysOut = space.output('keysOut', 1200);
      const valuesOut = space.output('valuesOut', 300);
      const keysLow = space.output('keysLow', 60);
      const temporary = space.scratch('temporary', topK.temporaryBytes);
      const other = space.scratch('temporary 2', quantile.temporaryBytes);
      // `submit` checks the words around each range, and that inputs stay.
      await space.submit((encoder) => {
        topK.encode(encoder, { keysIn, valuesIn, keysOut, valuesOut, segments, temporary, windowItemsOut: counted[0] });
        quantile.encode(encoder, { keysIn, keysLow, segments, temporary: other, windowItemsOut: counted[1] });
      });
      expect(total).toBeGreaterThan(4000);
      expect(counted.map(({ found }: { found: Uint32Array }) => found[0])).toEqual([total, total]);
      space.destroy();
      for (const plan of [topK, quantile]) plan.destroy();
    }
  });
});

it('copies no item where no segment is in tiles', async () => {
  const bounds = { maxItems: 10_000, maxSegments: 900, maxWindowItems: 20_000, maxSegmentSize: 30 };
  const plans = await Promise.all([
    createSegmentedTopK(device(), { keyType: 'f32', maxK: 3, ...bounds }),
    createSegmentedTopK(device(), { keyType: 'f32', maxK: 3, ...bounds, maxSegmentSize: 10_000 }),
  ]);
  const [short, long] = plans.map(({ temporaryBytes }) => temporaryBytes) as [number, number];
  expect(long - short).toBeGreaterThan(2 * 4 * 20_000);
  for (const plan of plans) plan.destroy();
});

it('refuses what it cannot tell', async () => {
  const shared = { keyType: 'u32', maxK: 2, maxItems: 10, maxSegments: 3 } as const;
  const wrong = () => createSegmentedTopK(device(), { ...shared, maxWindowItems: -1 });
  await expectRefusal(wrong, 'invalid-option', [/^maxWindowItems/, /-1/]);
  const space = new Workspace(device());
  const keysIn = space.input('keysIn', new Uint32Array(10));
  const [countsOut, windowItemsOut] = [space.output('countsOut', 3), space.output('items', 1)];
  const list = space.input('begin', new Uint32Array(3));
  for (const [more, segments, words] of [
    [{}, { begin: list, end: list, count: 3 }, 'the plan has no maxWindowItems'],
    [{ maxWindowItems: 10 }, { size: 3, count: 3 }, 'begin and end'],
  ] as const) {
    const plan = await createSegmentedTopK(device(), { ...shared, ...more });
    const args = { keysIn, countsOut, windowItemsOut, segments };
    await expectThrow(() => plan.encode(device().createCommandEncoder(), args), 'invalid-option', [
      /^windowItemsOut: given/,
      words,
    ]);
    plan.destroy();
  }
  space.destroy();
});
