/** Callers may change what they gave to a call without a GPU as soon as they have its promise. */
import { expect, it } from 'vitest';
import * as js from '../../src/js/index.ts';

const offsets = [0, 3, 5];
const keys = () => Float32Array.of(3, 1, 2, 9, 8);

/** Calls with arguments, what they change them to, and what they give. */
const CALLS: Readonly<Record<string, () => { given: Promise<unknown>; change(): unknown; want: unknown }>> = {
  'keys, values and segments of a sort'() {
    const [own, values, segments] = [keys(), Uint8Array.of(0, 1, 2, 3, 4), Uint32Array.from(offsets)];
    const given = js.segmentedSortByKey(null, own, values, segments);
    const want = { keys: Float32Array.of(1, 2, 3, 8, 9), values: Uint8Array.of(1, 2, 0, 4, 3) };
    return { given, change: () => [own, values, segments].map((array) => array.fill(0)), want };
  },
  'values and offsets of a reduce that runs at once'() {
    const [own, segments] = [keys(), Uint32Array.from(offsets)];
    const given = js.segmentedReduce(null, own, segments, 'sum');
    return { given, change: () => [own, segments].map((array) => array.fill(0)), want: Float32Array.of(6, 17) };
  },
  'values and offsets of a reduce that waits, in code that is loaded'() {
    const [own, segments] = [keys(), Uint32Array.from(offsets)];
    const given = js
      .segmentedReduce(null, own, segments, 'sum')
      .then(() => Promise.all([js.segmentedReduce(null, own, segments, 'product'), own.fill(0), segments.fill(0)]));
    return { given: given.then(([found]) => found), change: () => undefined, want: Float32Array.of(6, 72) };
  },
  'options, and the function that orders keys'() {
    const orderBy = { wgsl: '', returns: 'f32', js: (key: number) => key } as const;
    const options = { order: 'descending', orderBy } as const;
    const given = js.segmentedSort(null, keys(), offsets, options);
    const change = () => {
      Object.assign(options, { order: 'ascending' });
      Object.assign(orderBy, { js: () => 0 });
    };
    return { given, change, want: Float32Array.of(3, 2, 1, 9, 8) };
  },
  'k and values of a top-k'() {
    const [k, values] = [Uint32Array.of(1, 2), Uint8Array.of(0, 1, 2, 3, 4)];
    const given = js.segmentedTopK(null, keys(), offsets, k, { values }).then((top) => top.values);
    return { given, change: () => [k.fill(0), values.fill(9)], want: Uint8Array.of(0, 3, 4) };
  },
  quantiles() {
    const list = [0.5, 1];
    const given = js.segmentedQuantile(null, keys(), offsets, list);
    return { given, change: () => list.fill(0), want: Float64Array.of(2, 3, 8.5, 9) };
  },
  'operators and initial values of a reduce'() {
    const custom = { wgsl: 'return max(a, b);', identity: 0, js: Math.max };
    const [ops, initial] = [
      ['sum', custom],
      [10, undefined],
    ] as const;
    const given = js.segmentedReduce(null, keys(), offsets, ops, { initial });
    const change = () => [Object.assign(custom, { js: Math.min }), (initial as unknown as number[]).fill(7)];
    return { given, change, want: [Float32Array.of(16, 27), Float32Array.of(3, 9)] };
  },
  'the edges of a histogram'() {
    const edges = [0, 2.5, 9];
    const given = js.segmentedHistogram(null, keys(), offsets, { edges });
    return { given, change: () => edges.fill(0), want: Uint32Array.of(2, 1, 0, 2) };
  },
  'the function of a transform'() {
    const transform = { of: ['max' as const], wgsl: '', js: (x: number, max: number) => x - max };
    const given = js.segmentedTransform(null, keys(), offsets, transform);
    const change = () => Object.assign(transform, { js: () => 0, of: [] });
    return { given, change, want: Float32Array.of(0, -2, -1, 0, -1) };
  },
  'the operator of a scan'() {
    const custom = { wgsl: 'return max(a, b);', identity: 0, js: Math.max };
    const given = js.segmentedScan(null, keys(), offsets, custom);
    return { given, change: () => Object.assign(custom, { js: Math.min }), want: Float32Array.of(3, 3, 3, 9, 9) };
  },
  'a list of columns'() {
    const columns = [Uint32Array.of(1, 0, 1), Float64Array.of(1, 2, 1)];
    const given = js.groupBy(null, columns, { inverse: true }).then(({ groups }) => groups);
    return { given, change: () => [columns[0]!.fill(0), columns.pop()], want: Uint32Array.of(1, 0, 1) };
  },
  'ids, values and options of groups'() {
    const [ids, values, options] = [Uint32Array.of(1, 0, 1), Float32Array.of(1, 2, 4), { groups: 3, initial: 1 }];
    const given = js.reduceByKey(null, ids, values, 'sum', options).then(({ result }) => result);
    const change = () => [ids.fill(0), values.fill(0), Object.assign(options, { groups: 1, initial: 0 })];
    return { given, change, want: Float32Array.of(3, 6, 1) };
  },
};

it.each(Object.entries(CALLS))('%s are copied before the call returns', async (_, begin) => {
  const { given, change, want } = begin();
  change();
  expect(await given).toEqual(want);
});
