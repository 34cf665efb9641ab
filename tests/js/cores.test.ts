/** `webgpu-segmented/js/worker` on several workers: the bits of one, for every call that is cut, and what is not cut. */
import { beforeAll, describe, expect, it } from 'vitest';
import * as js from '../../src/js/index.ts';
import type { JsWorker, createJsWorker as Make } from '../../src/js/worker/index.ts';
import { coresHere, shift } from '../../src/js/worker/protocol.ts';
import { LEAST_PIECE, piecesOf } from '../../src/js/worker/split.ts';

import { Random, SEED } from '../support/cases.ts';
import { useBuiltWorker } from '../support/js-worker.ts';

const built = useBuiltWorker();
let worker: JsWorker;
beforeAll(() => {
  worker = built().made({ workers: 3 });
});

const random = new Random(SEED);
const COUNT = 2 ** 17 + 77;
const floats = Float32Array.from({ length: COUNT }, () => random.below(1000) / 7 - 50);
const words = Uint32Array.from(floats, () => random.below(2 ** 32));
const half = {
  type: 'f16',
  data: Uint16Array.from(words, (word) => (word & 0x3bff) ^ (word & 1 ? 0x8000 : 0)),
} as const;

const vectors = { type: 'vec3f', data: Float32Array.from({ length: 3 * COUNT }, (_, i) => i) } as const;

/** Offsets from 5 to 11 items before the end, with segments of many lengths. */
const offsets = [5];
for (let at = 5; at < COUNT - 11; ) {
  at = Math.min(COUNT - 11, at + random.below(offsets.length % 50 === 0 ? 9000 : 40));
  offsets.push(at);
}
const count = offsets.length - 1;
const sizes = { size: 100 };
const lengths = { lengths: offsets.slice(1).map((end, i) => end - (offsets[i] as number)) };
const ks = Array.from({ length: count }, (_, i) => i % 4);

/** The bytes of all arrays in a result. */
function bytesIn(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) {
    return `${Object.prototype.toString.call(value)} ${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64')}`;
  }
  if (Array.isArray(value)) return value.map(bytesIn);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, bytesIn(each)]));
}

type AnyCalls = Record<string, (...all: unknown[]) => Promise<unknown>>;
const call = (of: object, name: string, given: readonly unknown[]): Promise<unknown> =>
  (of as AnyCalls)[name]?.(null, ...given) as Promise<unknown>;

const CASES: readonly (readonly [title: string, name: string, given: readonly unknown[]])[] = [
  ['sort f32', 'segmentedSort', [floats, offsets]],
  ['sort f32, descending, by size', 'segmentedSort', [floats, { size: 64, count: 2000 }, { order: 'descending' }]],
  ['stable sort u32, by lengths', 'segmentedStableSort', [words.subarray(5), lengths, { beginBit: 3, endBit: 20 }]],
  ['pairs', 'segmentedSortByKey', [floats, words, offsets]],
  ['pairs f16 and 8 bytes', 'segmentedStableSortByKey', [half, Float64Array.from(words), offsets]],
  ['pairs with vectors', 'segmentedSortByKey', [floats, vectors, offsets]],
  ['argsort from the array', 'segmentedArgsort', [floats, offsets]],
  ['argsort from the segment', 'segmentedArgsort', [words, offsets, { indexFrom: 'segment' }]],
  ['top-k', 'segmentedTopK', [floats, offsets, 3, { values: Uint8Array.from(words, (word) => word & 255) }]],
  ['top-k, one k a segment', 'segmentedTopK', [half, offsets, ks, { indexFrom: 'segment', order: 'ascending' }]],
  ['quantiles', 'segmentedQuantile', [floats, offsets, [0.1, 0.5, 0.9]]],
  ['nearest quantiles of f16', 'segmentedQuantile', [half, offsets, [0.5], { interpolation: 'nearest' }]],
  ['running sums of f16', 'segmentedScan', [half, offsets, 'sum', { exclusive: true, reverse: true }]],
  ['running sums of u32', 'segmentedScan', [words, { size: 77, count: 1500 }, 'sum', { initial: 5 }]],
];

describe('a call that is cut at borders of segments', () => {
  it.each(CASES)('gives the bits of one thread: %s', async (_, name, given) => {
    const want = bytesIn(await call(js, name, given));
    expect(bytesIn(await call(worker, name, given))).toEqual(want);
    // Pieces end in any order. The built worker has no code of a mutant.
    const cut = piecesOf(name as 'segmentedSort', [null, ...given], 3);
    expect(cut?.pieces.length).toBe(4);
    const results: unknown[] = [];
    for (const i of [2, 0, 3, 1]) {
      const piece = cut?.pieces[i];
      const result = await call(js, name, piece?.args().slice(1) ?? []);
      if (piece?.shift) shift(result as Uint32Array, piece.shift);
      results[i] = cut?.take ? cut.take(i, result) : result;
    }
    expect(bytesIn(cut?.join(results))).toEqual(want);
  });

  it('has a piece of empty segments alone', async () => {
    const keys = words.subarray(0, 2 ** 16);
    const many = [0, ...Array.from({ length: 2 ** 17 }, () => keys.length)];
    const want = bytesIn(await call(js, 'segmentedSort', [keys, many]));
    const cut = piecesOf('segmentedSort', [null, keys, many], 3);
    expect(cut?.pieces.some(({ items }) => items === 0)).toBe(true);
    const results = cut?.pieces.map(async ({ args }, i) => {
      const result = await call(js, 'segmentedSort', args().slice(1));
      return cut.take?.(i, result);
    });
    expect(bytesIn(cut?.join(await Promise.all(results ?? [])))).toEqual(want);
  });

  it('leaves all arrays of the caller as they are', async () => {
    const quantiles = Float64Array.of(0.25, 0.5);
    const want = await js.segmentedQuantile(null, floats, offsets, quantiles);
    expect(await worker.segmentedQuantile(null, floats, offsets, quantiles)).toEqual(want);
    expect(quantiles).toEqual(Float64Array.of(0.25, 0.5));
  });

  it('sees no later change, where workers run already and memory is used again', async () => {
    const want = await js.segmentedSortByKey(null, words, floats, offsets);
    const whole = bytesIn(want);
    const found = [];
    for (let again = 0; again < 4; again++) {
      const [keys, values, edges] = [words.slice(), floats.slice(), Uint32Array.from(offsets)];
      const sorted = worker.segmentedSortByKey(null, keys, values, edges);
      for (const each of [keys, values, edges]) each.fill(again);
      found.push(await sorted);
    }
    // All of them are read last: none has memory of another.
    for (const each of found) expect(bytesIn(each)).toEqual(whole);
  });

  it('leaves arrays that threads share as they are, and uses memory of their copies again', async () => {
    const shared = new Uint32Array(new SharedArrayBuffer(words.byteLength));
    const wanted = [];
    const found = [];
    for (let again = 0; again < 4; again++) {
      shared.set(words.map((word) => word + again));
      const own = shared.slice();
      wanted.push(
        bytesIn(await js.segmentedSort(null, own, offsets)),
        await js.segmentedReduce(null, own, offsets, 'max'),
      );
      found.push(await worker.segmentedSort(null, shared, offsets));
      found.push(await worker.segmentedReduce(null, shared, offsets, 'max'));
      expect(shared).toEqual(own);
    }
    // All of them are read last: none has memory of another.
    expect(found.map((each, i) => (i % 2 > 0 ? each : bytesIn(each)))).toEqual(wanted);
  });

  it('warns of nothing, on many workers', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error) => warnings.push(warning);
    process.on('warning', note);
    const many = built().made({ workers: 4 });
    const keys = new Uint32Array(12 * LEAST_PIECE.other).map((_, i) => i ^ 5);
    expect((await many.segmentedSort(null, keys, { size: 8 })).subarray(0, 3)).toEqual(Uint32Array.of(0, 1, 2));
    many.close();
    await new Promise((resolve) => setTimeout(resolve, 20));
    process.off('warning', note);
    expect(warnings).toEqual([]);
  });

  it('runs on all workers', () => {
    expect(worker.running).toBe(3);
  });
});

const MANY = 2 * LEAST_PIECE.reduce + 12_345;
const many = Float32Array.from({ length: MANY }, (_, i) => ((i * 7919) % 100_003) / 3 - 10_000);
many[1000] = -0;
const inSegments = Array.from({ length: MANY / 1000 + 1 }, (_, i) => i * 1000);
const LONG = [7, 1000, MANY - 2003, MANY - 2000, MANY - 1];
const OPS = ['sum', 'min', 'argmax', 'count', 'max', 'argmin', 'product'];

describe('a reduce', () => {
  const integers = {
    u32: Uint32Array.from(many, (value) => value * 77_777),
    i8: Int8Array.from(many, (value) => value),
    u16: Uint16Array.from(many, (value) => value),
    i64: BigInt64Array.from(many, (value) => BigInt(Math.trunc(value)) * 0x1234567890abn),
  };

  it('with many segments and several operators', async () => {
    const given = [many, inSegments, ['sum', 'argmin', 'mean'], { initial: undefined }];
    expect(bytesIn(await call(worker, 'segmentedReduce', given))).toEqual(
      bytesIn(await call(js, 'segmentedReduce', given)),
    );
  });

  it.each([
    ['f32', many, OPS],
    ['f64', Float64Array.from(many, (value) => value / 3), OPS],
    ['f16', { type: 'f16', data: Uint16Array.from(integers.u32, (word) => word & 0x3bff) }, ['sum', 'max', 'argmin']],
    ...Object.entries(integers).map(
      ([type, array]) => [type, array, [...OPS, 'and', 'or', 'xor'].filter((op) => op !== 'mean')] as const,
    ),
  ] as const)('with one long segment among others, and alone: %s', async (_, values, ops) => {
    for (const segments of [LONG, [0, MANY], [3, MANY - 16 * 5 - 3], [0, 2 ** 19], [0, MANY - 5, MANY - 5]]) {
      const given = [values, segments, ops];
      expect(piecesOf('segmentedReduce', [null, ...given], 3)).toBeDefined();
      expect(bytesIn(await call(worker, 'segmentedReduce', given))).toEqual(
        bytesIn(await call(js, 'segmentedReduce', given)),
      );
    }
  });

  it('keeps NaN, and the first of zeros that tie', async () => {
    for (const [at, value] of [
      [MANY - 3, Number.NaN],
      [100, Number.NaN],
    ] as const) {
      const own = many.slice();
      own[at] = value;
      const given = [own, [0, MANY], ['sum', 'min', 'argmax', 'max']];
      expect(await call(worker, 'segmentedReduce', given)).toEqual(await call(js, 'segmentedReduce', given));
    }
    const zeros = new Float32Array(MANY);
    zeros[5] = -0;
    zeros.fill(-0, MANY / 2);
    const given = [zeros, [5, MANY], ['min', 'argmin', 'max', 'sum']];
    expect(bytesIn(await call(worker, 'segmentedReduce', given))).toEqual(
      bytesIn(await call(js, 'segmentedReduce', given)),
    );
  });

  it('of rows of features is cut between rows, with their weights', async () => {
    const features = { type: 'f32', width: 16, data: many.subarray(0, 16 * 33_000) } as const;
    const bags = Array.from({ length: 3001 }, (_, i) => i * 11);
    const weights = many.slice(0, 33_000);
    for (const [op, options] of [
      ['sum', { weights }],
      [['max', 'mean', 'argmin', 'count'], {}],
      [['std', 'first', 'all'], { ddof: 1 }],
    ] as const) {
      const given = [features, bags, op, options];
      const cut = piecesOf('segmentedReduce', [null, ...given], 3);
      expect(cut?.pieces.length).toBe(2);
      const want = bytesIn(await call(js, 'segmentedReduce', given));
      expect(bytesIn(await call(worker, 'segmentedReduce', given))).toEqual(want);
      const results = cut?.pieces.map((piece) => call(js, 'segmentedReduce', piece.args().slice(1))) ?? [];
      expect(bytesIn(cut?.join(await Promise.all(results)))).toEqual(want);
    }
    const whole = { ...features, data: many.slice(0, 16 * 33_000) };
    expect(piecesOf('segmentedReduce', [null, whole, [0, 33_000], 'sum'], 3)).toBeUndefined();
    expect(piecesOf('segmentedReduce', [null, whole, { offsets: bags, rows: weights }, 'sum'], 3)).toBeUndefined();
  });

  it('stays whole where its operators have no parts', () => {
    for (const op of ['mean', 'variance', 'first', 'any', ['sum', 'mean']]) {
      expect(piecesOf('segmentedReduce', [null, many, [0, MANY], op], 3)).toBeUndefined();
    }
    expect(piecesOf('segmentedReduce', [null, many, [0, MANY], 'sum', { initial: 1 }], 3)).toBeUndefined();
  });
});

describe('a call that is not cut', () => {
  it.each<[string, string, readonly unknown[]]>([
    ['few items', 'segmentedSort', [floats.subarray(0, 2 * LEAST_PIECE.other - 1), sizes]],
    ['begins and ends', 'segmentedSort', [floats, { begin: [0], end: [9] }]],
    ['rows', 'segmentedSort', [floats, { offsets: [0, 2], rows: [1, 0] }]],
    ['one segment', 'segmentedSort', [floats, [0, COUNT]]],
    ['other options', 'segmentedSort', [floats, offsets, { cover: false }]],
    ['a grouping', 'groupBy', [words]],
    ['wrong segments', 'segmentedSort', [floats, [0, 5, 3]]],
    ['other values', 'segmentedSortByKey', [floats, words.subarray(1), offsets]],
    ['another number of k', 'segmentedTopK', [floats, offsets, [1, 2]]],
    ['few rows of features', 'segmentedReduce', [{ type: 'f32', width: 2, data: many.slice(0, 9000) }, [0, 5], 'sum']],
    ['rows of features of a sort', 'segmentedSort', [{ type: 'f32', width: 2, data: many.slice(0, 2 ** 18) }, sizes]],
    ['rows of no width', 'segmentedReduce', [{ type: 'f32', width: 0, data: many }, [0, 5], 'sum']],
  ])('%s', async (_, name, given) => {
    expect(piecesOf(name as 'segmentedSort', [null, ...given], 3)).toBeUndefined();
    const outcome = async (of: object) => {
      try {
        return bytesIn(await call(of, name, given));
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(await outcome(worker)).toEqual(await outcome(js));
  });
});

describe('several workers', () => {
  it('report the items of all pieces, and end by the signal', async () => {
    const reports: { done: number; total: number }[] = [];
    const long = Float32Array.from({ length: 2 ** 22 }, (_, i) => (i * 7919) % 10_007);
    await worker.segmentedSort(null, long, { size: 1024 }, { onProgress: (progress) => void reports.push(progress) });
    expect(reports.at(-1)).toEqual({ done: long.length, total: long.length });
    expect(reports.every(({ done }, i) => i === 0 || done >= (reports[i - 1]?.done ?? 0))).toBe(true);
    const controller = new AbortController();
    const aborted = worker.segmentedSort(
      null,
      long,
      { size: 1024 },
      { signal: controller.signal, onProgress: () => controller.abort(new Error('the reason')) },
    );
    const says = ['aborted', 'signal: aborted (Error: the reason); allowed: a signal not yet aborted'];
    for (const call of [aborted, worker.segmentedSort(null, long, { size: 1024 }, { signal: controller.signal })]) {
      const error = await call.then(
        () => ({ code: 'no error', message: '' }),
        (thrown: { code: string; message: string }) => thrown,
      );
      expect([error.code, error.message]).toEqual(says);
    }
  });

  it('refuse an option of a piece in the words of the whole call', async () => {
    const options = { order: 'up' } as never;
    const [one, several] = await Promise.all(
      [js, worker].map((of) => call(of, 'segmentedSort', [floats, offsets, options]).catch((error: Error) => error)),
    );
    expect(several).toMatchObject({ code: 'invalid-option', message: (one as Error).message });
    const compare = { compare: { wgsl: 'return a < b;', js: () => true } };
    await expect(call(worker, 'segmentedSort', [floats, offsets, compare])).rejects.toThrow('options.compare.js');
  });

  it('see no later change of their arguments', async () => {
    const own = words.slice();
    const sorted = worker.segmentedSort(null, own, offsets);
    own.fill(0);
    expect(bytesIn(await sorted)).toEqual(bytesIn(await js.segmentedSort(null, words, offsets)));
    const shared = new Uint32Array(new SharedArrayBuffer(words.byteLength));
    shared.set(words);
    expect(bytesIn(await worker.segmentedSort(null, shared, offsets))).toEqual(bytesIn(await sorted));
  });

  it('start together, and end when they are closed', async () => {
    const other = built().made({ workers: 2 });
    expect(other.running).toBe(0);
    await other.start();
    expect(other.running).toBe(2);
    other.close();
    expect(other.running).toBe(0);
    await expect(other.segmentedSort(null, floats, offsets)).rejects.toMatchObject({ code: 'destroyed' });
  });

  it.each([0, 65, 1.5, '2'])('are 1 to 64, not %j', (workers) => {
    expect(() => built().made({ workers } as Parameters<typeof Make>[0])).toThrow(
      typeof workers === 'string' ? `workers: '${workers}'` : 'workers',
    );
    expect(coresHere()).toBeGreaterThanOrEqual(1);
  });
});
