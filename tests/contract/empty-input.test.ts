/** Empty input: no items, no segments, and segments of size 0 are results without items, never errors. */
import { afterEach, describe, expect, it } from 'vitest';
import * as core from '../../src/index.ts';
import {
  createGather,
  createGroupBy,
  createSegmentedQuantile,
  createSegmentedReduce,
  createSegmentedScan,
  createSegmentedSort,
  createSegmentedTopK,
  type HostSegments,
} from '../../src/index.ts';
import * as js from '../../src/js/index.ts';
import type { InternalTuning } from '../../src/tuning/tuning.ts';
import { plainBuffers } from '../support/plain-buffers.ts';
import { expectRefusal, expectStillWorking } from '../support/refusal.ts';
import { Workspace } from '../support/run.ts';
import { SMALL_GPU, SMALL_SOFTWARE } from '../support/small-tunings.ts';
import { itInTurn, useDevice } from '../support/use-device.ts';

const device = useDevice();
const { bufferOf, wordsOf, submitted } = plainBuffers(device);
afterEach(() => expectStillWorking(device()));

// biome-ignore lint/suspicious/noExplicitAny: a call of either entry
type Any = any;

const ENTRIES: [string, typeof core, () => GPUDevice][] = [
  ['a device', core, device],
  ['/js', js as Any, () => null as Any],
];

const [NONE, KEYS] = [new Float32Array(0), Float32Array.of(4, 3, 2, 1)];
/** Segments without items: [name, segments, their number]. */
const SEGMENTS: [string, HostSegments, number][] = [
  ['{ size: 0 }', { size: 0 }, 0],
  ['{ size: 0, count: 0 }', { size: 0, count: 0 }, 0],
  ['{ size: 0, count: 3 }', { size: 0, count: 3 }, 3],
  ['{ size: 7, count: 0 }', { size: 7, count: 0 }, 0],
  ['[0]', [0], 0],
  ['[0, 0, 0]', [0, 0, 0], 2],
  ['{ begin: [], end: [] }', { begin: [], end: [] }, 0],
  ['{ lengths: [] }', { lengths: [] }, 0],
  ['{ lengths: [0, 0] }', { lengths: [0, 0] }, 2],
];

/** An array of `count` equal numbers, in a class. */
const all = <T>(Class: { from(of: ArrayLike<number>): T }, count: number, number: number) =>
  Class.from(Array.from({ length: count }, () => number));

describe.each(ENTRIES)('calls on arrays: %s', (_, on, own) => {
  describe.each([
    ['no items', NONE],
    ['items outside every segment', KEYS],
  ])('%s', (_name, keys) => {
    it.each(SEGMENTS)('%s', async (_form, segments, count) => {
      const indices = Uint32Array.from(keys, (_key, i) => i);
      expect(await on.segmentedSort(own(), keys, segments)).toEqual(keys);
      expect(await on.segmentedSort(own(), keys, segments, { order: 'descending', cover: keys === NONE })).toEqual(
        keys,
      );
      expect(await on.segmentedSortByKey(own(), keys, indices, segments)).toEqual({ keys, values: indices });
      expect(await on.segmentedArgsort(own(), keys, segments)).toEqual(indices);
      const [sums, least, counts, means] = await on.segmentedReduce(own(), keys, segments, [
        ...(['sum', 'argmin', 'count', 'mean'] as const),
      ]);
      expect(sums).toEqual(new Float32Array(count));
      expect(least).toEqual({
        values: all(Float32Array, count, Number.POSITIVE_INFINITY),
        indices: all(Uint32Array, count, 0xffffffff),
      });
      expect(counts).toEqual(new Uint32Array(count));
      expect(means).toEqual(all(Float32Array, count, Number.NaN));
      expect(await on.segmentedReduce(own(), keys, segments, 'max', { initial: 7 })).toEqual(
        all(Float32Array, count, 7),
      );
      expect(await on.segmentedScan(own(), keys, segments, 'sum')).toEqual(keys);
      const top = { keys: NONE, indices: new Uint32Array(0), offsets: new Uint32Array(count + 1) };
      expect(await on.segmentedTopK(own(), keys, segments, 2)).toEqual(top);
      const medians = await on.segmentedQuantile(own(), keys, segments, [0.5, 1]);
      expect(medians).toEqual(all(Float64Array, 2 * count, Number.NaN));
    });
  });

  it('a billion segments without items: no work, and no array of a billion entries', async () => {
    const segments = { size: 0, count: 1e9 };
    const given = [own(), KEYS, segments] as const;
    expect(await on.segmentedSort(...given)).toEqual(KEYS);
    expect(await on.segmentedArgsort(...given)).toEqual(Uint32Array.of(0, 1, 2, 3));
    expect(await on.segmentedScan(...given, 'sum')).toEqual(KEYS);
    const says = ['segments: 1000000000'];
    await expectRefusal(() => on.segmentedReduce(...given, 'sum'), 'limit-exceeded', says);
    await expectRefusal(() => on.segmentedTopK(...given, 2), 'limit-exceeded', says);
    await expectRefusal(() => on.segmentedQuantile(...given, [0.5]), 'limit-exceeded', says);
  });

  it('groupings without rows', async () => {
    const offsets = new Uint32Array(1);
    const rows = new Uint32Array(0);
    for (const options of [{}, { sorted: true }, { signedZero: 'equal' }] as const) {
      expect(await on.groupBy(own(), NONE, options)).toEqual({ keys: NONE, offsets, rows });
      expect(await on.reduceByKey(own(), NONE, NONE, 'sum', options)).toEqual({ keys: NONE, result: NONE });
    }
    const ids = new Uint32Array(0);
    expect(await on.groupBy(own(), ids, { groups: 0 })).toEqual({ keys: ids, offsets, rows });
    expect(await on.groupBy(own(), Uint32Array.of(3), { groups: 0 })).toEqual({ keys: ids, offsets, rows });
    const two = { keys: Uint32Array.of(0, 1), offsets: new Uint32Array(3), rows };
    expect(await on.groupBy(own(), ids, { groups: 2 })).toEqual(two);
    const sums = await on.reduceByKey(own(), ids, NONE, 'sum', { groups: 2 });
    expect(sums).toEqual({ keys: two.keys, result: new Float32Array(2) });
  });
});

const FAMILIES: [string, InternalTuning][] = [
  ['software', SMALL_SOFTWARE],
  ['gpu', SMALL_GPU],
];

describe.each(FAMILIES)('recorded plans of %s kernels', (family, tuning) => {
  const room = { maxItems: 500, maxSegments: 400, tuning: tuning as Any };
  const words = Uint32Array.from({ length: 500 }, (_word, i) => 500 - i);

  /** The numbers of segments: of the host, and of the GPU. Many have more offsets than a small buffer. */
  const counts = (space: Workspace) => [
    ...[0, 3, 400].map((count) => [count, count] as const),
    ...[0, 3, 400].map((count) => [count, space.input(`count ${count}`, Uint32Array.of(count))] as const),
  ];

  it('reduce no items to what empty segments give', async () => {
    const reduce = await createSegmentedReduce(device(), { type: 'u32', op: ['sum', 'argmin'], ...room });
    for (const itemCount of [0, 500]) {
      const space = new Workspace(device());
      for (const [count, given] of counts(space)) {
        const [sum, value, index] = [space.output('sum', 400), space.output('value', 400), space.output('index', 400)];
        const input = space.input('input', words);
        await space.submit((encoder) =>
          reduce.encode(encoder, {
            ...{ input, output: [sum, value], outputIndex: [undefined, index] as Any, itemCount },
            segments: { size: 0, count: given },
          }),
        );
        const rest = (range: typeof sum) => range.before.subarray(count);
        expect(sum.found).toEqual(Uint32Array.of(...all(Uint32Array, count, 0), ...rest(sum)));
        expect(value.found).toEqual(Uint32Array.of(...all(Uint32Array, count, 0xffffffff), ...rest(value)));
        expect(index.found).toEqual(Uint32Array.of(...all(Uint32Array, count, 0xffffffff), ...rest(index)));
      }
    }
    reduce.destroy();
  });

  itInTurn(2, family === 'gpu' ? 0 : 1)('select, sort and scan nothing', async () => {
    const topK = await createSegmentedTopK(device(), { keyType: 'u32', maxK: 2, ...room });
    const quantile = await createSegmentedQuantile(device(), { keyType: 'f32', quantiles: [0.5], ...room });
    const sort = await createSegmentedSort(device(), { keyType: 'u32', ...room });
    const scan = await createSegmentedScan(device(), { type: 'u32', op: 'sum', ...room });
    for (const itemCount of [0, 500]) {
      const space = new Workspace(device());
      for (const [count, given] of counts(space)) {
        const output = (name: string, length: number) => space.output(name, length);
        const keysIn = space.input('keysIn', words);
        const [keys, indices, counts] = [output('keys', 800), output('indices', 800), output('counts', 400)];
        const [low, valid, sorted, sums] = [
          output('low', 400),
          output('valid', 400),
          output('sorted', 500),
          output('sums', 500),
        ];
        const segments = { size: 0, count: given };
        await space.submit((encoder) => {
          topK.encode(encoder, { keysIn, keysOut: keys, indicesOut: indices, countsOut: counts, segments, itemCount });
          quantile.encode(encoder, { keysIn, keysLow: low, countsOut: valid, segments, itemCount });
          sort.encode(encoder, { keysIn, keysOut: sorted, segments, itemCount });
          scan.encode(encoder, { input: keysIn, output: sums, segments, itemCount });
        });
        const filled = (range: typeof keys, length: number, word: number) =>
          Uint32Array.of(...all(Uint32Array, length, word), ...range.before.subarray(length));
        expect(keys.found).toEqual(keys.before);
        expect(indices.found).toEqual(filled(indices, 2 * count, 0xffffffff));
        expect(counts.found).toEqual(filled(counts, count, 0));
        expect(low.found).toEqual(filled(low, count, 0x7fc00000));
        expect(valid.found).toEqual(filled(valid, count, 0));
        expect(sorted.found).toEqual(sorted.before);
        expect(sums.found).toEqual(sums.before);
      }
    }
    for (const plan of [topK, quantile, sort, scan]) plan.destroy();
  });
});

describe('plans for nothing', () => {
  const room = { maxItems: 0, maxSegments: 0 };
  it('take buffers without a byte', async () => {
    const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC;
    const empty = () => device().createBuffer({ size: 0, usage });
    const offsets = bufferOf(Uint32Array.of(0));
    for (const bounds of [room, { maxItems: 8, maxSegments: 4 }]) {
      const sort = await createSegmentedSort(device(), { keyType: 'f32', valueType: 'u32', ...bounds });
      const reduce = await createSegmentedReduce(device(), { type: 'f32', op: 'sum', ...bounds });
      const scan = await createSegmentedScan(device(), { type: 'f32', op: 'sum', ...bounds });
      const topK = await createSegmentedTopK(device(), { keyType: 'f32', maxK: 2, ...bounds });
      const quantile = await createSegmentedQuantile(device(), { keyType: 'f32', quantiles: [0.5], ...bounds });
      const group = await createGroupBy(device(), { keyType: 'u32', maxItems: bounds.maxItems, maxGroups: 4 });
      const gather = await createGather(device(), { itemType: 'f32', maxItems: bounds.maxItems });
      const countOut = bufferOf(Uint32Array.of(7));
      const offsetsOut = bufferOf(Uint32Array.of(7, 7, 7, 7, 7));
      for (const segments of [
        { size: 0, count: 0 },
        { size: 3, count: 0 },
        { offsets, count: 0 },
      ]) {
        await submitted((encoder) => {
          const pairs = { keysIn: empty(), keysOut: empty(), valuesIn: empty(), valuesOut: empty() };
          sort.encode(encoder, { ...pairs, segments });
          reduce.encode(encoder, { input: empty(), output: empty(), segments });
          scan.encode(encoder, { input: empty(), output: empty(), segments });
          topK.encode(encoder, { keysIn: empty(), keysOut: empty(), indicesOut: empty(), segments });
          quantile.encode(encoder, { keysIn: empty(), keysLow: empty(), segments });
          group.encode(encoder, { idsIn: empty(), rowsOut: empty(), keysOut: empty(), offsetsOut, countOut });
          gather.encode(encoder, { itemsIn: empty(), rows: empty(), itemsOut: empty() });
        });
      }
      const [count, firstOffset] = [await wordsOf(countOut), await wordsOf(offsetsOut)];
      expect([count[0], firstOffset[0]]).toEqual([0, 0]);
      if (bounds.maxSegments > 0) {
        const [indices, low, sums] = [7, 7, 7].map((word) => bufferOf(new Uint32Array(8).fill(word)));
        const segments = { size: 0, count: 3 };
        await submitted((encoder) => {
          topK.encode(encoder, { keysIn: empty(), indicesOut: indices as GPUBuffer, segments });
          quantile.encode(encoder, { keysIn: empty(), keysLow: low as GPUBuffer, segments });
          reduce.encode(encoder, { input: empty(), output: sums as GPUBuffer, segments });
        });
        const filled = (count: number, word: number) =>
          Uint32Array.from({ length: 8 }, (_, i) => (i < count ? word : 7));
        expect(await wordsOf(indices as GPUBuffer)).toEqual(filled(6, 0xffffffff));
        expect(await wordsOf(low as GPUBuffer)).toEqual(filled(3, 0x7fc00000));
        expect(await wordsOf(sums as GPUBuffer)).toEqual(filled(3, 0));
      }
      for (const plan of [sort, reduce, scan, topK, quantile, group, gather]) plan.destroy();
    }
  });

  /** Every plan of keys of 64 bits, and the buffers of a call without items. `none`: a buffer smaller than a key. */
  const wide = (none: () => GPUBuffer, some: () => GPUBuffer, bounds: typeof room) => {
    const of = { keyType: 'u64', ...bounds } as const;
    const top = () => ({ keysIn: none(), keysOut: some(), indicesOut: some() });
    const ends = () => ({ keysIn: none(), keysLow: some(), keysHigh: some(), countsOut: some() });
    const rows = { type: 'f32', width: 4, rows: true, weights: true, op: 'sum', ...bounds } as const;
    const values = () => ({ keysOut: some(), valuesIn: none(), valuesOut: some() });
    return [
      [core.createSegmentedSort(device(), of), () => ({ keysIn: none(), keysOut: none() })],
      [core.createSegmentedReduce(device(), { type: 'f64', op: 'max', ...bounds }), () => io(some())],
      [core.createSegmentedReduce(device(), rows), () => ({ ...io(some()), rowsIn: none(), weightsIn: none() })],
      [core.createSegmentedScan(device(), { type: 'i64', op: 'sum', ...bounds }), () => io(none())],
      [core.createSegmentedTransform(device(), { type: 'f64', transform: 'diff', ...bounds }), () => io(none())],
      [core.createSegmentedTopK(device(), { ...of, maxK: 1 }), top],
      [core.createSegmentedTopK(device(), { ...of, keyType: 'f64', maxK: 2, nan: 'omit' }), top],
      [
        core.createSegmentedTopK(device(), { ...of, maxK: 50, valueType: { bytes: 16 } }),
        () => ({ keysIn: none(), ...values() }),
      ],
      [core.createSegmentedQuantile(device(), { ...of, quantiles: [0.5] }), ends],
      [core.createSegmentedQuantile(device(), { ...of, quantiles: new Array<number>(12).fill(0.5) }), ends],
      [core.createSegmentedRank(device(), of), () => ({ keysIn: none(), ranksOut: none() })],
      [core.createSegmentedMode(device(), of), () => ({ keysIn: none(), valuesOut: some(), countsOut: some() })],
      [core.createSegmentedHistogram(device(), { type: 'f64', range: [0, 1], ...bounds }), () => io(some())],
    ] as unknown as [Promise<Any>, () => object][];
    function io(output: GPUBuffer) {
      return { input: none(), output };
    }
  };

  it.each([0, 4])('take buffers that are smaller than a key of 64 bits: %s bytes', async (size) => {
    const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC;
    const none = () => device().createBuffer({ size, usage });
    const [offsets, ends] = [0, 0].map((end) => bufferOf(Uint32Array.of(0, 0, end)));
    for (const maxItems of [0, 8, 5000]) {
      const calls = wide(none, () => bufferOf(new Uint32Array(1000)), { maxItems, maxSegments: 2 });
      for (const [made, buffers] of calls) {
        const plan = await made;
        for (const segments of [
          { size: 0, count: 2 },
          { offsets, count: 2 },
          { begin: offsets, end: ends, count: 2 },
        ])
          await submitted((encoder) => plan.encode(encoder, { ...buffers(), segments, itemCount: 0 }));
        plan.destroy();
      }
    }
  });
});
