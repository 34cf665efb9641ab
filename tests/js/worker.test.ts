/** `webgpu-segmented/js/worker`: the same results from a worker thread, arrays that move, progress, abort, errors. */
import { describe, expect, it } from 'vitest';
import * as js from '../../src/js/index.ts';
import type { createJsWorker } from '../../src/js/worker/index.ts';
import { OPTIONS_AT } from '../../src/js/worker/protocol.ts';
import { Random, SEED } from '../support/cases.ts';
import { useBuiltWorker } from '../support/js-worker.ts';
import { runProgram } from '../support/node-process.ts';

const built = useBuiltWorker();
const made = (options?: Parameters<typeof createJsWorker>[0]) => built().made(options);

const random = new Random(SEED);
const keys = Float32Array.from({ length: 3000 }, () => random.below(100) - 50);
const values = Uint16Array.from(keys, (_, i) => i);
const ids = Uint32Array.from(keys, () => random.below(20));
const offsets = [0, 3, 3, 1000, 1001, 3000];

/** The arguments of each call, without options. */
const GIVEN: { readonly [Name in keyof typeof OPTIONS_AT]: readonly unknown[] } = {
  segmentedSort: [keys, offsets],
  segmentedStableSort: [keys, { size: 300 }],
  segmentedSortByKey: [keys, values, offsets],
  segmentedStableSortByKey: [{ type: 'f32', data: keys }, values, offsets],
  segmentedArgsort: [keys, { lengths: [5, 0, 100] }],
  segmentedReduce: [keys, offsets, ['sum', 'argmin', 'mean']],
  segmentedTopK: [keys, offsets, 7],
  segmentedQuantile: [keys, offsets, [0.5, 0.9]],
  segmentedScan: [keys, offsets, 'max'],
  groupBy: [ids],
  reduceByKey: [ids, keys, 'sum'],
  segmentedTransform: [keys, offsets, 'softmax'],
  segmentedRank: [keys, offsets],
  segmentedUnique: [keys, offsets],
  segmentedMode: [keys, offsets],
  segmentedHistogram: [keys, offsets, { bins: 8, range: [-50, 50] }],
};

type AnyCalls = Record<string, (...all: unknown[]) => Promise<unknown>>;
const call = (of: object, name: string, ...given: unknown[]) => (of as AnyCalls)[name]?.(null, ...given);

describe('createJsWorker', () => {
  it('has every call, with the results of webgpu-segmented/js', async () => {
    const worker = made();
    const calls = Object.keys(js).filter((name) => name !== 'SegmentedError');
    expect(Object.keys(worker).sort()).toEqual([...calls, 'close', 'running', 'start'].sort());
    for (const name of calls) {
      const given = GIVEN[name as keyof typeof GIVEN];
      expect(await call(worker, name, ...given), name).toEqual(await call({ ...js }, name, ...given));
    }
  });

  it('passes options, where each call has them', async () => {
    const worker = made();
    expect(await worker.segmentedSort(null, keys, offsets, { order: 'descending' })).toEqual(
      await js.segmentedSort(null, keys, offsets, { order: 'descending' }),
    );
    const options = { values: Float64Array.from(keys) };
    expect(await worker.segmentedTopK(null, keys, offsets, 3, options)).toEqual(
      await js.segmentedTopK(null, keys, offsets, 3, options),
    );
    for (const [name, given] of Object.entries(GIVEN)) {
      const at = OPTIONS_AT[name as keyof typeof GIVEN] - 1;
      const refused = call(worker, name, ...given.slice(0, at), { ...Object(given[at]), ordre: 1 });
      await expect(refused, name).rejects.toMatchObject({ code: 'invalid-option' });
    }
  });

  it('copies the columns of a list, and what lies beside a view stays', async () => {
    const columns = [Uint8Array.of(9, 1, 0, 1).subarray(1), Float64Array.of(2, 7, 2)];
    const options = { inverse: true } as const;
    const want = await js.groupBy(null, columns, options);
    const found = made().groupBy(null, columns, options);
    columns[1]!.fill(0);
    expect(await found).toEqual(want);
    expect(want.groups).toEqual(Uint32Array.of(1, 0, 1));
  });

  it('leaves arrays as they are, and sees no later change', async () => {
    const worker = made();
    const own = Float32Array.of(3, 1, 2);
    const segments = [0, 3];
    const sorted = worker.segmentedSort(null, own, segments);
    own.fill(0);
    segments[1] = 1;
    expect(await sorted).toEqual(Float32Array.of(1, 2, 3));
    expect(own.length).toBe(3);
  });

  it('leaves a Buffer of Node as it is, whose slice is no copy', async () => {
    const own = Buffer.alloc(2 ** 17, 'words in no order');
    const before = own.toString('hex');
    const want = await js.segmentedSort(null, Uint8Array.from(own), { size: 1024 });
    for (const workers of [1, 2]) {
      const worker = made({ workers });
      for (let again = 0; again < 3; again++) {
        expect(Buffer.from(await worker.segmentedSort(null, own, { size: 1024 })).equals(want)).toBe(true);
        expect(own.toString('hex') === before).toBe(true);
      }
    }
  });

  it('takes an array that is keys and values', async () => {
    for (const transferInputs of [false, true]) {
      const worker = made({ transferInputs });
      const both = Uint32Array.of(3, 1, 2, 9, 8);
      const want = Uint32Array.of(1, 2, 3, 8, 9);
      expect(await worker.segmentedSortByKey(null, both, both, [0, 3, 5])).toEqual({ keys: want, values: want });
    }
  });

  it('reuses memory of arguments, and never that of results', async () => {
    const worker = made();
    const many = Uint32Array.from({ length: 2 ** 15 }, (_, i) => Math.imul(i, 0x9e3779b1));
    const other = many.map((key) => ~key);
    const given = { type: 'u32', data: many } as const;
    const segments = { size: 64 };
    const first = await worker.segmentedSort(null, many, segments);
    const sums = await worker.segmentedReduce(null, many, segments, ['sum', 'max']);
    const second = await worker.segmentedSortByKey(null, other, other, segments);
    const third = await worker.segmentedQuantile(null, given, segments, 0.5);
    const last = await worker.segmentedScan(null, other, segments, 'sum');
    expect(first).toEqual(await js.segmentedSort(null, many, segments));
    expect(sums).toEqual(await js.segmentedReduce(null, many, segments, ['sum', 'max']));
    expect(second).toEqual(await js.segmentedSortByKey(null, other, other, segments));
    expect(third).toEqual(await js.segmentedQuantile(null, given, segments, 0.5));
    expect(last).toEqual(await js.segmentedScan(null, other, segments, 'sum'));
    expect([first, last].map(({ buffer }) => buffer.byteLength)).toEqual([2 ** 17, 2 ** 17]);
  });

  it('moves whole arrays with transferInputs, and copies views', async () => {
    const worker = made({ transferInputs: true });
    const whole = Float32Array.of(3, 1, 2);
    const view = new Uint32Array(10).subarray(2, 5);
    const { values: moved } = await worker.segmentedSortByKey(null, whole, view, [0, 3]);
    expect([whole.length, view.length, moved.length]).toEqual([0, 3, 3]);
  });

  it('shares arrays on shared memory', async () => {
    const shared = new Float32Array(new SharedArrayBuffer(12));
    shared.set([3, 1, 2]);
    expect([...(await made({ transferInputs: true }).segmentedSort(null, shared, [0, 3]))]).toEqual([1, 2, 3]);
    expect([...shared]).toEqual([3, 1, 2]);
  });
});

/** Some hundred milliseconds of work, in many segments. */
const long = Float32Array.from({ length: 2 ** 22 }, (_, i) => (i * 7919) % 10007);

describe('a long call', () => {
  it('reports its progress, and this thread goes on', async () => {
    const worker = made();
    const reports: { done: number; total: number }[] = [];
    let turns = 0;
    let ended = false;
    const options = { onProgress: (progress: (typeof reports)[0]) => void reports.push(progress) };
    const sorted = worker.segmentedSort(null, long, { size: 1024 }, options).finally(() => {
      ended = true;
    });
    for (; !ended; turns++) await new Promise((resolve) => setTimeout(resolve, 2));
    // `toEqual` takes 20 s for so many items.
    const expected = await js.segmentedSort(null, long, { size: 1024 });
    expect(Buffer.from((await sorted).buffer).equals(Buffer.from(expected.buffer))).toBe(true);
    expect(turns).toBeGreaterThan(10);
    expect(reports.length).toBeGreaterThan(2);
    expect(reports.at(-1)).toEqual({ done: long.length, total: long.length });
  });

  it('ends by its signal, and others go on', async () => {
    const worker = made();
    const controller = new AbortController();
    const reason = new Error('the reason');
    const options = { signal: controller.signal, onProgress: () => controller.abort(reason) };
    const aborted = worker.segmentedSort(null, long, { size: 1024 }, options);
    const other = worker.segmentedSort(null, keys, offsets);
    const says = { code: 'aborted', message: expect.stringContaining('(Error: the reason)'), cause: reason };
    await expect(aborted).rejects.toMatchObject(says);
    expect(await other).toEqual(await js.segmentedSort(null, keys, offsets));
    await expect(worker.segmentedSort(null, keys, offsets, options)).rejects.toMatchObject(says);
  });

  it('ends with the error of a report that throws', async () => {
    const onProgress = () => {
      throw new Error('a report');
    };
    await expect(made().segmentedSort(null, long, { size: 1024 }, { onProgress })).rejects.toThrow('a report');
  });

  it('is refused when its worker is closed', async () => {
    const worker = made();
    const sorted = worker.segmentedSort(null, long, { size: 1024 });
    worker.close();
    await expect(sorted).rejects.toMatchObject({ code: 'destroyed' });
    await expect(worker.segmentedSort(null, keys, offsets)).rejects.toMatchObject({ code: 'destroyed' });
  });
});

const detached = Float32Array.of(1);
structuredClone(detached, { transfer: [detached.buffer] });

describe('wrong input', () => {
  it.each([
    ['a code of the call', [keys, [0, 5, 3]], 'offsets-not-monotonic', 'segments'],
    ['a detached array', [detached, [0, 0]], 'unsupported-type', 'detached array'],
    ['an array of another class', [new Uint8ClampedArray(3), [0, 3]], 'unsupported-type', 'keys'],
    [
      'a function',
      [keys, offsets, { compare: { wgsl: 'a < b', js: () => 0 } }],
      'invalid-option',
      'options.compare.js',
    ],
    ['options that are no object', [keys, offsets, 7], 'invalid-option', 'options'],
    ['a signal that is none', [keys, offsets, { signal: 7 }], 'invalid-option', 'signal'],
  ] as const)('%s is refused by name', async (_, given, code, says) => {
    const error = await call(made(), 'segmentedSort', ...given)?.catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(js.SegmentedError);
    expect(error).toMatchObject({ code, message: expect.stringContaining(says) });
    const direct = await call({ ...js }, 'segmentedSort', ...given)?.catch((caught: unknown) => caught);
    if (!/\.js$|^detached/.test(says)) expect((error as Error).message).toBe((direct as Error).message);
  });

  it.each([
    [{ transfer: true }, 'transferInputs'],
    [{ transferInputs: 1 }, 'true, false'],
    [null, 'options'],
  ])('options %j', (options, says) => {
    expect(() => made(options as never)).toThrow(says);
  });
});

describe('a process', () => {
  it('ends by itself when its worker rests, and not before', async () => {
    const code = `
      import { createJsWorker } from './js-worker.js';
      const sorted = await createJsWorker().segmentedSort(null, Float32Array.of(2, 1), [0, 2]);
      console.log(sorted.join());`;
    expect(await runProgram(built().folder, { code })).toEqual({ code: 0, stdout: '1,2\n', stderr: '' });
  });
});
