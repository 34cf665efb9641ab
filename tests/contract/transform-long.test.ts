/** Transforms of segments longer than a batch have the bits of a call in one batch. */
import { describe, expect, it } from 'vitest';
import { segmentedTransform } from '../../src/index.ts';
import { inTurn, Random, SEED } from '../support/cases.ts';
import { expectRefusal } from '../support/refusal.ts';
import { withoutGpuErrors } from '../support/run.ts';
import { SMALL_GPU, SMALL_SOFTWARE } from '../support/small-tunings.ts';
import { bytesOf } from '../support/typed-cases.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();

// biome-ignore lint/suspicious/noExplicitAny: transforms of every type
type Any = any;
const onHost = segmentedTransform as (...all: Any[]) => Promise<Any>;

const ARRAYS = {
  ...{ u8: Uint8Array, i8: Int8Array, u16: Uint16Array, i16: Int16Array, f16: Uint16Array, u32: Uint32Array },
  ...{ i32: Int32Array, f32: Float32Array, u64: BigUint64Array, i64: BigInt64Array, f64: Float64Array },
} as const;
type Type = keyof typeof ARRAYS;

/** Any bits of integers, and finite floats of both signs. */
function itemsOf(type: Type, count: number): Any {
  const random = new Random(SEED);
  const { BYTES_PER_ELEMENT: size } = ARRAYS[type];
  const float = type[0] === 'f';
  const bytes = Uint8Array.from({ length: count * size }, (_, i) => {
    const isTop = i % size === size - 1;
    // The exponents of small numbers.
    if (float && isTop) return (type === 'f16' ? 0x38 : 0x3e) + random.below(4) + 128 * random.below(2);
    return random.below(256);
  });
  const data = new ARRAYS[type](bytes.buffer as ArrayBuffer);
  return type === 'f16' ? { type, data } : data;
}

/** Lengths of segments: 900 items and more are longer than a batch. */
const LENGTHS = [0, 3, 2100, 0, 5, 17, 900, 1, 3001, 0];
const FIRST = 3;
const TOTAL = LENGTHS.reduce((sum, length) => sum + length, FIRST) + 4;

function segmentsOf(form: 'offsets' | 'ranges' | 'rows'): Any {
  const ends = LENGTHS.map((_, i) => LENGTHS.slice(0, i + 1).reduce((sum, each) => sum + each, FIRST));
  const offsets = [FIRST, ...ends];
  if (form === 'offsets') return offsets;
  if (form === 'rows') return { offsets, rows: Uint32Array.from({ length: TOTAL }, (_, i) => TOTAL - 1 - i) };
  return { begin: ends.map((end, i) => end - LENGTHS[i]!).reverse(), end: ends.toReversed() };
}

/** At most 896 items of 4 bytes in a batch. */
const BATCH = 4096;
const index = { wgsl: 'return f32(index) * 2.0 + f32(length);', of: [] };
const ofFour = { of: ['min', 'max', 'mean', 'count'], wgsl: 'return (f32(x) - f32(a)) / f32(b) + c + f32(d);' };
const before = { of: 'sum', wgsl: 'return u32(before) * 3u + u32(x) + u32(a) + index;', type: 'u32' };

const CASES: readonly (readonly [transform: Any, type: Type, options?: object])[] = [
  ['softmax', 'f32'],
  ['softmax', 'u16'],
  ['logSoftmax', 'f16'],
  ['normalize', 'u8'],
  ['center', 'i16'],
  ['standardize', 'f32', { ddof: 1 }],
  ['standardize', 'i32'],
  ['diff', 'u8'],
  ['diff', 'i16', { lag: -1, fill: -7 }],
  ['diff', 'f32', { lag: 3, fill: 0.5 }],
  ['diff', 'f64', { lag: 1000 }],
  ['shift', 'f16', { lag: 900, fill: 2 }],
  ['shift', 'i64', { lag: -500, fill: -(2n ** 40n) }],
  ['shift', 'u32', { lag: 5000, fill: 9 }],
  ['shift', 'i8', { lag: 0 }],
  [index, 'u8'],
  [ofFour, 'f32'],
  [ofFour, 'u16'],
  [before, 'u16', { lag: 2, fill: 6 }],
  [before, 'i8', { lag: -1200, fill: -3 }],
  [before, 'u32'],
];

const nameOf = (transform: Any) => (typeof transform === 'string' ? transform : transform.wgsl);
const FORMS = ['offsets', 'ranges', 'rows'] as const;

describe.each([SMALL_SOFTWARE, SMALL_GPU])('segments longer than a batch, $family kernels', (tuning) => {
  const rows = inTurn(
    CASES.map((row, i) => [...row, {}, i] as const).map((row) => row),
    2,
    Number(tuning === SMALL_GPU),
  );
  it.each(rows)('have the same bits: %o of %s', async (transform, type, options) => {
    const form = FORMS[CASES.findIndex((row) => row[0] === transform && row[1] === type) % 3]!;
    const [values, segments] = [itemsOf(type, TOTAL), segmentsOf(form)];
    let [done, total] = [0, -1];
    const onProgress = (at: { done: number; total: number }) => {
      expect(at.done).toBeGreaterThan(done);
      ({ done, total } = at);
    };
    const batched = { ...options, tuning: { ...tuning, maxBindingBytes: BATCH }, onProgress };
    const call = (how: object) => withoutGpuErrors(device(), () => onHost(device(), values, segments, transform, how));
    const [want, found] = [await call({ ...options, tuning }), await call(batched)];
    expect((found.data ?? found).constructor).toBe((want.data ?? want).constructor);
    expect(Buffer.compare(bytesOf(found.data ?? found), bytesOf(want.data ?? want)), nameOf(transform)).toBe(0);
    expect(done).toBe(total);
  });
});

it('ends when its signal aborts', async () => {
  const controller = new AbortController();
  let reports = 0;
  const onProgress = () => {
    if (++reports === 4) controller.abort();
  };
  const tuning = { maxBindingBytes: BATCH };
  const { signal } = controller;
  const call = () => onHost(device(), new Float32Array(20_000), [0, 20_000], 'softmax', { signal, onProgress, tuning });
  await expectRefusal(call, 'aborted', []);
  expect(reports).toBe(4);
});

it('names the line of a function with an error', async () => {
  const wrong = { of: 'max', wgsl: 'let y = x;\nreturn y + z;' };
  const call = () => onHost(device(), new Float32Array(5000), [0, 5000], wrong, { tuning: { maxBindingBytes: BATCH } });
  await expectRefusal(call, 'shader-compile', [/transform\.wgsl.*2/]);
});
