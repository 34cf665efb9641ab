/** Empty input of the ports: no items, no segments and segments of size 0 are results without items. */

import * as arrow from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { argsortList, groupBy, quantileList, reduceList, scanList, sortList, topKList } from '../../src/arrow/index.ts';
import {
  args,
  cudaSetDevice,
  DeviceBatchedTopK,
  DeviceReduce,
  DeviceRunLengthEncode,
  DeviceSegmentedRadixSort,
  DeviceSegmentedReduce,
  DeviceSegmentedScan,
  DeviceSegmentedSort,
  DeviceSelect,
  KeyValuePair,
} from '../../src/cub/index.ts';
import * as dpct from '../../src/dpct/index.ts';
import { combineParts, rangesOf, reduceParts, sampleKeys, splittersOf } from '../../src/parts/index.ts';
import { inTurn } from '../support/cases.ts';
import { families, LIMITS, runCub, useBuffers } from '../support/ports.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();
const newBuffers = useBuffers(device);

describe.each(families())('/cub, %s kernels', (family) => {
  it.each([
    ['no items', []],
    ['items outside every segment', [3, 1, 2]],
  ])('%s', async (_, items) => {
    cudaSetDevice(device());
    const buffers = newBuffers();
    const [d_in, d_values] = [buffers.handle('f32', items), buffers.handle('u32', items)];
    const same = () => buffers.room('f32', 8);
    for (const count of [0, 3]) {
      const zeros = buffers.handle('u32', new Uint32Array(count + 1));
      const [sums, listed, initial, least] = [same(), same(), same(), same()];
      const [keys, top, picked, scanned, sorted] = [
        buffers.room('u32', 8),
        same(),
        buffers.room('u32', 8),
        same(),
        same(),
      ];
      const untouched = await buffers.read(sorted);
      await runCub(
        ...([buffers, { family }] as const),
        (temp, bytes, stream) => DeviceSegmentedReduce.Sum(temp, bytes, d_in, sums, count, 0, stream),
        (temp, bytes, stream) =>
          DeviceSegmentedReduce.Sum(temp, bytes, d_in, listed, count, zeros, zeros.add(1), stream),
        (temp, bytes, stream) => DeviceSegmentedReduce.Reduce(temp, bytes, d_in, initial, count, 0, 'sum', 7, stream),
        (temp, bytes, stream) =>
          DeviceSegmentedReduce.ArgMin(temp, bytes, d_in, new KeyValuePair(keys, least), count, 0, stream),
        (temp, bytes, stream) => DeviceBatchedTopK.MaxKeys(temp, bytes, d_in, top, 0, args.constant(2), count, stream),
        (temp, bytes, stream) =>
          DeviceBatchedTopK.MaxPairs(temp, bytes, d_in, top, d_values, picked, 0, args.constant(0), count, stream),
        (temp, bytes, stream) =>
          DeviceSegmentedScan.ExclusiveSegmentedSum(temp, bytes, d_in, scanned, zeros, zeros.add(1), count, stream),
        (temp, bytes, stream) =>
          DeviceSegmentedSort.SortKeys(temp, bytes, d_in, sorted, items.length, count, zeros, zeros.add(1), stream),
        (temp, bytes, stream) =>
          DeviceSegmentedRadixSort.SortPairs(
            ...([temp, bytes, d_in, sorted, d_values, picked] as const),
            ...([items.length, count, zeros, zeros.add(1)] as const),
            ...([0, 32, stream] as const),
          ),
      );
      const filled = (found: readonly unknown[]) => [...found, ...untouched.slice(count)];
      expect(await buffers.read(sums)).toEqual(filled([0, 0, 0].slice(0, count)));
      expect(await buffers.read(listed)).toEqual(filled([0, 0, 0].slice(0, count)));
      expect(await buffers.read(initial)).toEqual(filled([7, 7, 7].slice(0, count)));
      expect(await buffers.read(least)).toEqual(filled(Array(count).fill(LIMITS.f32.max)));
      expect((await buffers.read(keys)).slice(0, count)).toEqual(Array(count).fill(1));
      for (const each of [top, scanned, sorted]) expect(await buffers.read(each)).toEqual(untouched);
    }
  });

  it('runs of no keys', async () => {
    cudaSetDevice(device());
    const buffers = newBuffers();
    const [d_in, d_values] = [buffers.handle('u32', []), buffers.handle('u32', [])];
    const out = () => buffers.room('u32', 1);
    const runs = [out(), out(), out()] as const;
    await runCub(
      ...([buffers, { family }] as const),
      (temp, bytes, stream) =>
        DeviceReduce.ReduceByKey(temp, bytes, d_in, out(), d_values, out(), runs[0], 'sum', 0, stream),
      (temp, bytes, stream) => DeviceRunLengthEncode.Encode(temp, bytes, d_in, out(), out(), runs[1], 0, stream),
      (temp, bytes, stream) => DeviceSelect.UniqueByKey(temp, bytes, d_in, d_values, out(), out(), runs[2], 0, stream),
    );
    for (const each of runs) expect(await buffers.read(each)).toEqual([0]);
  });
});

it.each(inTurn(families()))('/dpct, %s kernels', async (family) => {
  const policy = { device: device(), tuning: { family } };
  const [none, out] = [new Float32Array(0), Float32Array.of(9, 9, 9)];
  await dpct.sort_keys(policy, none, out, 0);
  await dpct.sort_pairs(policy, none, out, new Uint32Array(0), new Uint32Array(0), 0);
  await dpct.segmented_sort_keys(policy, none, out, 0, 2, [0, 0], [0, 0]);
  await dpct.segmented_sort_keys(policy, none, out, 0, 0, [], []);
  await dpct.segmented_sort_keys(policy, Float32Array.of(2, 1), out, 2, 0, [], []);
  await dpct.segmented_reduce(policy, none, out, 0, [], [], 'sum', 0);
  expect(out).toEqual(Float32Array.of(9, 9, 9));
  await dpct.segmented_reduce(policy, none, out, 2, [0, 0], [0, 0], 'sum', 0);
  expect(out).toEqual(Float32Array.of(0, 0, 9));
  const found = { key: new Uint32Array(1), value: new Float32Array(1) };
  await dpct.reduce_argmin(policy, none, found, 0);
  expect(found).toEqual({ key: Uint32Array.of(1), value: Float32Array.of(LIMITS.f32.max) });
  expect(await dpct.inclusive_scan_by_segment(policy, none, 0, none, out)).toBe(0);
  expect(await dpct.reduce_by_segment(policy, none, 0, none, out, out.slice())).toBe(0);
});

describe('/arrow', () => {
  const type = new arrow.List(new arrow.Field('item', new arrow.Float32()));
  const rowsOf = (column: arrow.Vector) => JSON.parse(JSON.stringify(column)) as unknown;
  it.each([
    ['no rows', [], [], [], []],
    ['empty and null rows', [[], null, []], [[], null, []], [0, null, 0], [null, null, null]],
  ])('%s', async (_, rows, lists, sums, medians) => {
    const column = arrow.vectorFromArray(rows as never[], type) as arrow.Vector<arrow.List<arrow.Float32>>;
    for (const each of [column, column.slice(0, rows.length)]) {
      expect(rowsOf(await sortList(device(), each))).toEqual(lists);
      expect(rowsOf(await argsortList(device(), each))).toEqual(lists);
      expect(rowsOf(await scanList(device(), each, 'sum'))).toEqual(lists);
      expect(rowsOf(await reduceList(device(), each, 'sum'))).toEqual(sums);
      expect(rowsOf((await topKList(device(), each, 2)).values)).toEqual(lists);
      expect(rowsOf(await quantileList(device(), each, 0.5))).toEqual(medians);
    }
  });

  it('a slice without rows of a column with rows', async () => {
    const column = arrow.vectorFromArray([[3, 1], [2]], type).slice(1, 1) as arrow.Vector<arrow.List<arrow.Float32>>;
    expect(rowsOf(await sortList(device(), column))).toEqual([]);
    expect(rowsOf(await reduceList(device(), column, 'max'))).toEqual([]);
  });

  it('a table without rows', async () => {
    const table = new arrow.Table({ id: arrow.vectorFromArray([] as number[], new arrow.Int32()) });
    const { keys, offsets, rows } = await groupBy(device(), table, 'id');
    expect([keys.numRows, offsets, rows]).toEqual([0, new Uint32Array(1), new Uint32Array(0)]);
  });
});

it('/parts', async () => {
  const none = new Float32Array(0);
  expect(await reduceParts(device(), none, { size: 0 }, ['sum'])).toEqual([]);
  expect(await reduceParts(device(), none, [0], ['sum'])).toEqual([]);
  const empty = await reduceParts(device(), Float32Array.of(1), { size: 0, count: 2 }, ['sum', 'count']);
  expect(empty.map((part) => combineParts([part]))).toEqual([
    [undefined, undefined],
    [undefined, undefined],
  ]);
  const samples = sampleKeys(none);
  expect(samples).toEqual({ keys: none, rows: new Float64Array(0) });
  const splitters = splittersOf(samples, 4);
  expect(splitters.keys).toEqual(none);
  expect(rangesOf(none, splitters)).toEqual(new Uint32Array(0));
  expect(rangesOf(Float32Array.of(1, 2), splitters)).toEqual(Uint32Array.of(0, 0));
});
