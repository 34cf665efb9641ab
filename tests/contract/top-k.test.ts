/**
 * Top-k on arrays, compared with a sort and a slice: every key type, class of lengths, k, form of segments and family.
 */
import { describe, expect, it } from 'vitest';
import { segmentedTopK } from '../../src/index.ts';
import { inTurn, Random, ROWS } from '../support/cases.ts';
import { topIndices } from '../support/select-oracle.ts';
import { SMALL_SELECTIONS, SMALL_SOFTWARE } from '../support/small-tunings.ts';
import { bytesOf, type Form, keyBytes, keysOf, segmentsCase } from '../support/typed-cases.ts';
import { KEY_TYPES, type KeyType, type TypedOrder, widthOf } from '../support/typed-oracle.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();

/** Lengths of every class, and of several tiles of the large class. */
const LENGTHS = [0, 1, 2, 3, 4, 5, 31, 32, 33, 128, 129, 500, 513, 1030, 3000];

async function check(
  type: KeyType,
  form: Form,
  k: number | ((length: number, i: number) => number),
  order: TypedOrder,
  tuning: object,
  { bytes, values, lengths = LENGTHS }: { bytes?: Uint8Array<ArrayBuffer>; values?: number; lengths?: number[] } = {},
) {
  const random = new Random(7);
  const segments = segmentsCase(form, lengths, random);
  const { given, bounds, itemCount } = segments;
  const keyed = bytes ?? keyBytes(type, itemCount, random);
  const keys = keysOf(type, keyed.slice(0, (itemCount * widthOf(type)) / 8));
  const counts = bounds.map(([begin, end], i) => (typeof k === 'number' ? k : k(end - begin, i)));
  const want = topIndices(type, keyed, bounds, (i) => counts[i]!, { order: 'descending', ...order });
  const extra = values
    ? {
        values: {
          type: { bytes: values },
          data: new Uint8Array(values * itemCount).map((_, i) => i ^ (i >> 8)),
        } as const,
      }
    : {};
  const of = 'offsets' in given ? given.offsets : given;
  const got = await segmentedTopK(device(), keys, of, typeof k === 'number' ? k : counts, {
    ...order,
    ...extra,
    tuning: tuning as never,
  } as never);
  expect(Array.from(got.offsets)).toEqual(want.offsets);
  expect(Array.from(got.indices)).toEqual(want.indices);
  const size = widthOf(type) / 8;
  const picked = want.indices.flatMap((i) => Array.from(keyed.subarray(i * size, (i + 1) * size)));
  expect(Array.from(bytesOf(got.keys as never))).toEqual(picked);
  if (extra.values) {
    const { data } = extra.values;
    const moved = want.indices.flatMap((i) => Array.from(data.subarray(i * values!, (i + 1) * values!)));
    expect(Array.from(bytesOf(got.values as never))).toEqual(moved);
  }
}

/** In `npm test` each family takes a few types, with their indices. The full run takes all types. */
const typesOf = (family: string) =>
  KEY_TYPES.map((type, i) => [type, i] as const).filter(
    ([, i]) => ROWS !== 'quick' || (family.endsWith('gpu') ? i === 3 : i % 8 === 0),
  );

for (const [family, tuning] of inTurn(Object.entries(SMALL_SELECTIONS()), 8, 1)) {
  describe(`top-k, ${family} kernels`, () => {
    it.each(typesOf(family))('%s keys', async (type, i) => {
      const forms = ['offsets', 'ranges', 'fixed'] as const;
      const order = i % 2 ? 'ascending' : 'descending';
      await check(type, i === 2 ? 'ranges' : forms[i % 2 ? 0 : 1]!, 7, { order }, tuning, {
        values: [1, 2, 4, 8, 12, 16][i % 6]!,
      });
    });

    it('of one k per segment: 0, 1, around the length, and far more', async () => {
      const ks = [
        (n: number) => n,
        (n: number) => Math.max(0, n - 1),
        (n: number) => n + 1,
        () => 1,
        () => 0,
        () => 2 ** 20,
      ];
      await check('f32', 'offsets', (length, i) => ks[i % 6]!(length), { signedZero: 'equal' }, tuning);
    });

    it('of k at the edges of classes, in lengths of every class', async () => {
      const ks = [2, 4, 5, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 256, 257, 511, 513, 1024, 1025];
      const lengths = [33, 64, 65, 129, 257, 513, 1030, 2100].flatMap((length) => ks.slice(0, 8).map(() => length));
      await check('u32', 'offsets', (_, i) => ks[i % ks.length]!, {}, tuning, { lengths });
      await check('i16', 'ranges', (length, i) => length - 1 + (i % 3), { order: 'ascending' }, tuning, { lengths });
    });

    it('of keys that are all equal, and of two values', async () => {
      const lengths = [1, 40, 700, 3000];
      for (const k of [33, 1])
        await check('f32', 'offsets', k, {}, tuning, { bytes: new Uint8Array(4 * 4000), lengths });
      const zeros = new Uint8Array(4 * 4000).map((_, i) => (i % 12 === 3 ? 0x80 : 0));
      await check('f32', 'offsets', 33, { order: 'ascending' }, tuning, { bytes: zeros, lengths });
      await check('f32', 'offsets', 33, { signedZero: 'equal' }, tuning, { bytes: zeros, lengths });
    });

    it('of ties over several tiles: the lower indices', async () => {
      const bytes = new Uint8Array(4 * 6000).map((_, i) => (i % 4 === 0 ? ((i / 4) % 97 === 0 ? 1 : 0) : 0));
      await check('u32', 'offsets', 70, {}, tuning, { bytes, lengths: [2, 700, 3000] });
      await check('u32', 'offsets', 40, { order: 'ascending' }, tuning, { bytes, lengths: [2, 700, 3000] });
    });
  });
}

it('takes segments of one size, and those longer than a batch', async () => {
  await check('u32', 'fixed', 3, {}, SMALL_SOFTWARE, { lengths: [100] });
  const tuning = { ...SMALL_SOFTWARE, maxBindingBytes: 4096 };
  await check('u32', 'offsets', 5, {}, tuning, { lengths: [10, 300, 3000, 20] });
  await check('i16', 'offsets', (length) => (length > 2000 ? 1500 : 4), {}, tuning, { lengths: [10, 300, 3000, 20] });
});

it('reports progress, and stops when it is aborted', async () => {
  const keys = Uint32Array.from({ length: 3330 }, (_, i) => (i * 7919) % 1009);
  const segments = [0, 10, 310, 3310, 3330];
  const tuning = { ...SMALL_SOFTWARE, maxBindingBytes: 4096 } as never;
  const reports: { done: number; total: number }[] = [];
  await segmentedTopK(device(), keys, segments, 5, { tuning, onProgress: (report) => void reports.push(report) });
  expect(reports.length).toBeGreaterThan(2);
  expect(reports.map(({ done }) => done)).toEqual(reports.map(({ done }) => done).toSorted((a, b) => a - b));
  expect(reports.at(-1)).toEqual({ done: 3330, total: 3330 });
  const stop = new AbortController();
  const call = segmentedTopK(device(), keys, segments, 5, {
    ...{ tuning, signal: stop.signal },
    onProgress: () => stop.abort(),
  });
  await expect(call).rejects.toMatchObject({ code: 'aborted' });
});

it('orders by a number, and counts indices from segments', async () => {
  const keys = new Uint32Array([25, 31, 11, 40, 99, 19]);
  const orderBy = { wgsl: 'return key % 10u;' };
  const top = await segmentedTopK(device(), keys, [0, 4, 6], 2, { orderBy, indexFrom: 'segment' });
  expect([...top.keys]).toEqual([25, 31, 99, 19]);
  expect([...top.indices]).toEqual([0, 1, 0, 1]);
});

it('refuses wrong k, options and values', async () => {
  const call = (k: unknown, options: object = {}) =>
    segmentedTopK(device(), new Uint32Array(4), [0, 4], k as number, options).then(
      () => 'none',
      ({ code, message }) => `${code}: ${message}`,
    );
  expect(await call(-1)).toMatch(/^invalid-option: k: -1/);
  expect(await call(1.5)).toMatch(/^invalid-option: k: 1.5/);
  expect(await call([1, 2])).toMatch(/^length-mismatch: k: 2 numbers/);
  expect(await call(1, { values: new Uint32Array(3) })).toMatch(/^length-mismatch: options.values: 3 values/);
  expect(await call(1, { compare: { wgsl: '' } })).toMatch(/^invalid-option: options: unknown member 'compare'/);
  expect(await call(1, { signal: AbortSignal.abort() })).toMatch(/^aborted/);
});
