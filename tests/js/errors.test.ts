/** Wrong input without a GPU gives the codes and the messages of the calls on a GPU. */
import { describe, expect, it } from 'vitest';
import * as core from '../../src/index.ts';
import * as js from '../../src/js/index.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();

// biome-ignore lint/suspicious/noExplicitAny: the tests pass wrong input
type Loose = any;
type Call = (lib: Loose, device: GPUDevice | null) => Promise<unknown>;

const keys = () => Uint32Array.from({ length: 10 }, (_, i) => 9 - i);
const sort =
  (segments: unknown, options?: unknown): Call =>
  (lib, on) =>
    lib.segmentedSort(on, keys(), segments, options);
const reduce =
  (op: unknown, options?: unknown, values: unknown = keys()): Call =>
  (lib, on) =>
    lib.segmentedReduce(on, values, [0, 10], op, options);
const topK =
  (k: unknown): Call =>
  (lib, on) =>
    lib.segmentedTopK(on, keys(), [0, 10], k);
const quantile =
  (list: unknown): Call =>
  (lib, on) =>
    lib.segmentedQuantile(on, keys(), [0, 10], list);
const detached = () => {
  const array = Uint32Array.of(0, 10);
  structuredClone(array.buffer, { transfer: [array.buffer] });
  return array;
};

const WRONG: readonly (readonly [rule: string, code: string, call: Call])[] = [
  ['falling offsets', 'offsets-not-monotonic', sort([0, 5, 3, 10])],
  ['offsets past the end', 'offsets-out-of-range', sort([0, 11])],
  ['segments that overlap', 'segments-overlap', sort({ begin: [4, 0], end: [8, 5] })],
  ['a size that does not divide', 'length-mismatch', sort({ size: 3 })],
  ['segments of no form', 'unsupported-type', sort(null)],
  ['detached offsets', 'unsupported-type', sort(detached())],
  ['rows that do not exist', 'offsets-out-of-range', sort({ offsets: [0, 1], rows: [10] })],
  ['segments that do not cover', 'length-mismatch', sort([0, 9], { cover: true })],
  ['an unknown order', 'invalid-option', sort([0, 10], { order: 'up' })],
  ['an unknown option', 'invalid-option', sort([0, 10], { direction: 'ascending' })],
  ['bits past the key', 'invalid-option', sort([0, 10], { endBit: 33 })],
  ['begin past end', 'invalid-option', sort([0, 10], { beginBit: 5, endBit: 4 })],
  ['options that are no object', 'invalid-option', sort([0, 10], 5)],
  ['a signal that is none', 'invalid-option', sort([0, 10], { signal: 5 })],
  ['progress that is no function', 'invalid-option', sort([0, 10], { onProgress: 5 })],
  ['an aborted signal', 'aborted', sort([0, 10], { signal: AbortSignal.abort('early') })],
  ['plain arrays', 'unsupported-type', (lib, on) => lib.segmentedSort(on, [1, 2], [0, 2])],
  [
    'vectors without an order',
    'unsupported-type',
    (lib, on) => lib.segmentedSort(on, { type: 'vec2<u32>', data: keys() }, [0, 5]),
  ],
  ['fewer values', 'length-mismatch', (lib, on) => lib.segmentedSortByKey(on, keys(), keys().subarray(1), [0, 10])],
  [
    'an unknown start of indices',
    'invalid-option',
    (lib, on) => lib.segmentedArgsort(on, keys(), [0, 10], { indexFrom: 'end' }),
  ],
  [
    'compare with bits',
    'invalid-option',
    sort([0, 10], { compare: { wgsl: 'return a < b;', js: () => true }, beginBit: 1 }),
  ],
  [
    'compare with orderBy',
    'invalid-option',
    sort([0, 10], { compare: { wgsl: '' }, orderBy: { wgsl: '', js: () => 0 } }),
  ],
  ['an unknown operator', 'unsupported-type', reduce('median')],
  ['a bitwise operator of floats', 'unsupported-type', reduce('xor', {}, new Float32Array(10))],
  ['no operators', 'invalid-option', reduce([])],
  ['an initial value where there is none', 'invalid-option', reduce('count', { initial: 1 })],
  ['an initial value of another type', 'invalid-option', reduce('sum', { initial: -1 })],
  ['compensated integers', 'invalid-option', reduce('sum', { accuracy: 'compensated' })],
  ['an unknown option of a reduce', 'invalid-option', reduce('sum', { initail: 1 })],
  ['an unknown parameter of a tuning', 'invalid-option', sort([0, 10], { tuning: { radixBit: 4 } })],
  ['an unknown parameter of a class', 'invalid-option', sort([0, 10], { tuning: { sort: { small: { lanes: 4 } } } })],
  ['a parameter with a wrong value', 'invalid-option', reduce('sum', { tuning: { sort: { digitBits: 3 } } })],
  ['a tuning that is no object', 'invalid-option', sort([0, 10], { tuning: 5 })],
  ['groups with a wrong tuning', 'invalid-option', (lib, on) => lib.groupBy(on, keys(), { tuning: { tile: 3 } })],
  [
    'an unknown member of compare',
    'invalid-option',
    sort([0, 10], { compare: { wgsl: 'return a < b;', js: () => true, stable: true } }),
  ],
  [
    'an unknown member of orderBy',
    'invalid-option',
    sort([0, 10], { orderBy: { wgsl: 'return key;', js: (key: number) => key, return: 'u32' } }),
  ],
  [
    'an unknown member of an operator',
    'invalid-option',
    reduce({ wgsl: 'return a + b;', identity: 0, js: (a: number, b: number) => a + b, idenity: 0 }),
  ],
  ['a size in text', 'invalid-option', sort({ size: '5' })],
  ['a size as bigint', 'invalid-option', sort({ size: 5n })],
  ['offsets in text', 'offsets-out-of-range', sort(['0', '10'])],
  ['bigint offsets in a plain array', 'offsets-out-of-range', sort([0n, 10n])],
  ...[2n, '2', null, undefined, -1, 1.5].map((k) => [`k of ${typeof k} ${k}`, 'invalid-option', topK(k)] as const),
  ...[1.5, '0.5', null, undefined, {}, [50], ['0.5'], new BigUint64Array(1)].map(
    (list) => [`quantiles of ${typeof list} ${list}`, 'invalid-option', quantile(list)] as const,
  ),
];

describe('without a GPU', () => {
  it.each(WRONG)('%s: %s, with the same message', async (_, code, call) => {
    const onGpu: Error = await call(core, device()).then(
      () => expect.fail('the GPU took it'),
      (error) => error,
    );
    await expect(call(js, null)).rejects.toMatchObject({ name: 'SegmentedError', code, message: onGpu.message });
  });

  it('a text in WGSL and no function is refused by name', async () => {
    const refused = (call: Promise<unknown>, name: string) =>
      expect(call).rejects.toMatchObject({
        code: 'invalid-option',
        message: expect.stringMatching(`^${name}: .*webgpu-segmented/js`),
      });
    const wgsl = 'return a;';
    await refused(js.segmentedSort(null, keys(), [0, 10], { compare: { wgsl } }), 'compare.js');
    await refused(js.segmentedSort(null, keys(), [0, 10], { orderBy: { wgsl } }), 'orderBy.js');
    await refused(js.segmentedReduce(null, keys(), [0, 10], { wgsl, identity: 0 }), 'op.js');
    const returns = js.segmentedSort(null, keys(), [0, 10], { orderBy: { wgsl, returns: 'u8' as 'u32' } });
    await expect(returns).rejects.toMatchObject({ code: 'invalid-option', message: expect.stringMatching('u8') });
    const op = { wgsl, identity: 'u32(0)', js: (a: number) => a };
    await refused(js.segmentedReduce(null, keys(), [0, 10], ['sum', op]), 'op\\[1\\].identity');
  });

  it('ends when its signal aborts, and lets the event loop run', async () => {
    const many = new Float32Array(9_000_000).map((_, i) => (i * 7919) % 10_007);
    const controller = new AbortController();
    const done: number[] = [];
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    const progress = (step: { done: number; total: number }) => done.push(step.done / step.total);
    await js.segmentedSort(null, many, { size: 1000 }, { onProgress: progress });
    clearInterval(timer);
    expect(turns).toBeGreaterThan(0);
    expect(done.length).toBeGreaterThan(1);
    expect(done).toEqual(done.toSorted((a, b) => a - b));
    expect(done.at(-1)).toBe(1);
    const onProgress = () => controller.abort('enough');
    const aborted = js.segmentedSort(null, many, { size: 1000 }, { onProgress, signal: controller.signal });
    await expect(aborted).rejects.toMatchObject({ code: 'aborted', message: expect.stringContaining('enough') });
  });
});
