/**
 * `webgpu-segmented/auto`: where calls run with WebGPU absent, refused, as a software adapter, as a hardware adapter and
 * lost; that results are the same everywhere; what `place.last` says. The hardware adapter is the tests' own under
 * another name, with the kernels of software adapters.
 */
import { afterEach, describe, expect, it } from 'vitest';
import * as auto from '../../src/auto/index.ts';
import * as core from '../../src/index.ts';
import * as js from '../../src/js/index.ts';
import { OPTIONS_AT } from '../../src/js/worker/protocol.ts';
import { Random, SEED } from '../support/cases.ts';
import { openDevice } from '../support/device.ts';
import { itInTurn, useDevice } from '../support/use-device.ts';

const shared = useDevice();
const { openPlace, segmentedReduce, segmentedSort } = auto;

const HARDWARE = { vendor: 'nvidia', architecture: 'hopper', description: 'NVIDIA H200', isFallbackAdapter: false };

/** A device of the tests' adapter that looks like hardware. */
async function hardwareDevice(): Promise<GPUDevice> {
  const device = await openDevice();
  const { subgroupMinSize, subgroupMaxSize } = device.adapterInfo;
  Object.defineProperty(device, 'adapterInfo', { value: { ...HARDWARE, subgroupMinSize, subgroupMaxSize } });
  return device;
}

const adapterOf = (info: object, requestDevice: () => Promise<GPUDevice>) =>
  ({ info, features: shared().features, limits: shared().limits, requestDevice }) as unknown as GPUAdapter;

const places: auto.Place[] = [];
const restore: (() => void)[] = [];
afterEach(() => {
  for (const place of places.splice(0)) place.close();
  // What was replaced last is restored first, since a test may replace a name twice.
  for (const each of restore.splice(0).reverse()) each();
});

function replaced(name: string, value: unknown): void {
  const before = Object.getOwnPropertyDescriptor(globalThis, name);
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  restore.push(() =>
    before ? Object.defineProperty(globalThis, name, before) : Reflect.deleteProperty(globalThis, name),
  );
}

/** Makes this a browser with this `requestAdapter`. Without it the browser has no WebGPU. */
function withAdapter(requestAdapter?: () => Promise<GPUAdapter | null>): void {
  replaced('navigator', requestAdapter ? { gpu: { requestAdapter } } : {});
  replaced('process', Object.create(process, { versions: { value: {} } }));
}

async function opened(options?: auto.PlaceOptions): Promise<auto.Place> {
  const place = await openPlace(options);
  places.push(place);
  return place;
}

/** A place on the fake hardware adapter, and its device. */
async function onHardware(options?: auto.PlaceOptions) {
  const device = await hardwareDevice();
  withAdapter(async () => adapterOf(HARDWARE, async () => device));
  return { device, place: await opened(options) };
}

const random = new Random(SEED);
const few = Float32Array.of(3, 1, 2, 9, 8);
const FEW = [0, 3, 5];
const keys = Float32Array.from({ length: 70_000 }, () => random.below(100) - 50);
const values = Uint32Array.from(keys, (_, i) => i);
const ids = Uint32Array.from(keys, () => random.below(20));
const offsets = [0, 3, 3, 1000, 1001, 70_000];
/** Their sort takes longer than JavaScript goes on without the event loop. */
const many = Float32Array.from({ length: 2 ** 22 }, (_, i) => (i * 7919) % 10007);
const tuning = { family: 'software' } as const;

/** The arguments of each call, without options. */
const GIVEN: { readonly [Name in keyof typeof OPTIONS_AT]: readonly unknown[] } = {
  segmentedSort: [keys, offsets],
  segmentedStableSort: [keys, { size: 700 }],
  segmentedSortByKey: [keys, values, offsets],
  segmentedStableSortByKey: [{ type: 'f32', data: keys }, values, offsets],
  segmentedArgsort: [keys, { lengths: [5, 0, 60_000] }],
  segmentedReduce: [keys, offsets, ['sum', 'argmin']],
  segmentedTopK: [keys, offsets, 7],
  segmentedQuantile: [keys, offsets, [0.5, 0.9]],
  segmentedScan: [keys, offsets, 'max'],
  groupBy: [ids],
  reduceByKey: [ids, keys, 'sum'],
  segmentedTransform: [keys, offsets, 'diff'],
  segmentedRank: [keys, offsets],
  segmentedUnique: [keys, offsets],
  segmentedMode: [keys, offsets],
  segmentedHistogram: [keys, offsets, { bins: 8, range: [-50, 50] }],
};

type AnyCalls = Record<string, (...all: unknown[]) => Promise<unknown>>;
const call = (of: object, name: string, ...given: unknown[]): Promise<unknown> =>
  (of as AnyCalls)[name]?.(...given) as Promise<unknown>;

describe('a place', () => {
  it('has every call on arrays of the core and of webgpu-segmented/js', () => {
    const calls = (of: object) => Object.keys(of).filter((name) => /^(segmented|groupBy|reduceByKey)/.test(name));
    expect(calls(auto).sort()).toEqual(calls(core).sort());
    expect(calls(auto).sort()).toEqual(calls(js).sort());
    expect(calls(auto).sort()).toEqual(Object.keys(OPTIONS_AT).sort());
  });

  itInTurn(4)('gives the same results in JavaScript and on a GPU', async () => {
    withAdapter();
    const inJs = await opened();
    const device = await hardwareDevice();
    const onGpu = await opened({ device, prefer: 'gpu' });
    for (const [name, given] of Object.entries(GIVEN)) {
      const want = await call(js, name, null, ...given);
      expect(await call(auto, name, inJs, ...given), name).toEqual(want);
      expect(inJs.last?.ran, name).toBe('js');
      const [last] = given.slice(-1);
      const hasOptions = name === 'segmentedHistogram';
      const all = hasOptions ? [...given.slice(0, -1), { ...(last as object), tuning }] : [...given, { tuning }];
      expect(await call(auto, name, onGpu, ...all), name).toEqual(want);
      expect(onGpu.last, name).toMatchObject({ ran: 'gpu', items: 70_000 });
    }
    device.destroy();
  });

  itInTurn(4, 1)('gives the same results where a segment is longer than a batch', async () => {
    const device = await hardwareDevice();
    const onGpu = await opened({ device, prefer: 'gpu' });
    const batches = { ...tuning, maxBindingBytes: 65_536 };
    for (const name of ['segmentedRank', 'segmentedUnique', 'segmentedMode', 'segmentedTransform'] as const) {
      const want = await call(js, name, null, ...GIVEN[name]);
      expect(await call(auto, name, onGpu, ...GIVEN[name], { tuning: batches }), name).toEqual(want);
      expect(onGpu.last, name).toMatchObject({ ran: 'gpu', items: 70_000 });
    }
    device.destroy();
  });

  itInTurn(4, 2)('groups by several columns, whose rows count once', async () => {
    withAdapter();
    const device = await hardwareDevice();
    const columns = [ids, Uint8Array.from(ids, (id) => id % 3), keys];
    const want = await js.groupBy(null, columns, { inverse: true });
    for (const options of [{}, { device, prefer: 'gpu' } as const]) {
      const place = await opened(options);
      expect(await auto.groupBy(place, columns, { inverse: true, tuning })).toEqual(want);
      expect(place.last).toMatchObject({ ran: 'device' in options ? 'gpu' : 'js', items: 70_000 });
    }
    device.destroy();
  });

  it('reads its arguments before it returns the promise, also when it loads code first', async () => {
    withAdapter();
    const place = await opened();
    for (let turn = 0; turn < 2; turn++) {
      const own = few.slice();
      const segments = [0, 3, 5];
      const options: auto.SortOptions = { order: 'descending' };
      const sorted = segmentedSort(place, own, segments, options);
      own.fill(0);
      segments[1] = 1;
      options.order = 'ascending';
      expect([...(await sorted)]).toEqual([3, 2, 1, 9, 8]);
    }
  });

  it('runs calls side by side, and `last` is the one that ended last', async () => {
    const device = await hardwareDevice();
    const place = await opened({ device });
    const [large, small] = [segmentedSort(place, keys, offsets, { tuning }), segmentedSort(place, few, FEW)];
    await small;
    expect(place.last).toMatchObject({ ran: 'js', items: 5 });
    await large;
    const why = 'it has 70,000 items, and a sort takes less time on the GPU from 65,536 items on';
    expect(place.last).toEqual({ ran: 'gpu', why, items: 70_000 });
    device.destroy();
  });
});

describe('where calls run', () => {
  it('in JavaScript without WebGPU', async () => {
    withAdapter();
    const place = await opened();
    expect(place.last).toBeUndefined();
    await segmentedSort(place, keys, offsets);
    expect(place.last).toEqual({ ran: 'js', why: 'there is no WebGPU here', items: 70_000 });
  });

  it.each<[string, () => Promise<GPUAdapter | null>, string]>([
    ['refused', async () => null, 'WebGPU has no adapter here'],
    ['failing', () => Promise.reject(new Error('no driver')), 'there is no hardware GPU: no driver'],
    [
      'a software adapter',
      async () => adapterOf({ description: 'SwiftShader', isFallbackAdapter: true }, () => openDevice()),
      'the only adapter, SwiftShader, is software, and JavaScript is faster than it',
    ],
    [
      'a software adapter by its name only',
      async () => adapterOf({ vendor: 'mesa', description: 'llvmpipe (LLVM 15)' }, () => openDevice()),
      'the only adapter, llvmpipe (LLVM 15), is software, and JavaScript is faster than it',
    ],
    [
      'a software adapter that is marked itself, as in older browsers',
      async () =>
        Object.assign(
          // No device is asked for, whose facts would say the same.
          adapterOf({ description: 'Basic' }, () => Promise.reject(new Error('no device'))),
          { isFallbackAdapter: true },
        ),
      'the only adapter, Basic, is software, and JavaScript is faster than it',
    ],
    [
      'an adapter without a device',
      async () => adapterOf(HARDWARE, () => Promise.reject(new Error('no device'))),
      'there is no hardware GPU: no device',
    ],
  ])('in JavaScript with WebGPU %s', async (_, requestAdapter, why) => {
    withAdapter(requestAdapter);
    for (const prefer of ['auto', 'gpu'] as const) {
      const place = await opened({ prefer });
      expect(await segmentedSort(place, keys, offsets)).toEqual(await js.segmentedSort(null, keys, offsets));
      expect(place.last).toEqual({ ran: 'js', why, items: 70_000 });
    }
    const strict = await openPlace({ prefer: 'gpu', strict: true }).catch((error: unknown) => error);
    expect(strict).toBeInstanceOf(auto.SegmentedError);
    expect(strict).toMatchObject({ code: 'no-adapter', message: expect.stringContaining(why) });
  });

  it('on a hardware GPU from so many items on as the table says', async () => {
    const { place } = await onHardware();
    await segmentedSort(place, keys.subarray(0, 65_535), { size: 5 }, { tuning });
    const few = 'it has 65,535 items, and a sort takes less time on the GPU from 65,536 items on';
    expect(place.last).toEqual({ ran: 'js', why: few, items: 65_535 });
    await segmentedSort(place, keys.subarray(0, 65_536), { size: 64 }, { tuning });
    // A browser's GPU is another process's.
    expect(place.last?.ran).toBe('js');
    expect(place.last?.why).toContain('from 524,288 items on');
  });

  it('on a GPU with few items too, if that is preferred, and in JavaScript with many', async () => {
    const { place } = await onHardware({ prefer: 'gpu', strict: true });
    await segmentedSort(place, few, FEW, { tuning });
    expect(place.last).toEqual({ ran: 'gpu', why: 'the place prefers the GPU, NVIDIA H200', items: 5 });
    const inJs = await opened({ prefer: 'js' });
    await segmentedSort(inJs, keys, offsets);
    expect(inJs.last).toEqual({ ran: 'js', why: 'the place prefers JavaScript', items: 70_000 });
  });

  it('counts rows where segments have rows, and items of a type', async () => {
    withAdapter();
    const place = await opened();
    await segmentedSort(place, few, { offsets: [0, 2], rows: [4, 0] });
    expect(place.last?.items).toBe(2);
    await auto.segmentedReduce(place, { type: 'vec2<f32>', data: new Float32Array(8) }, [0, 4], 'count');
    expect(place.last?.items).toBe(4);
  });

  it('asks for no adapter while calls have few items', async () => {
    let asked = 0;
    withAdapter(async () => {
      asked++;
      return null;
    });
    const place = await opened();
    await segmentedSort(place, few, FEW);
    expect(asked).toBe(0);
    await Promise.all([segmentedSort(place, keys, offsets), segmentedSort(place, keys, offsets)]);
    expect(asked).toBe(1);
  });

  it("by measured costs of the caller's device", async () => {
    const device = await hardwareDevice();
    const place = await opened({ device, measure: true });
    await segmentedReduce(place, keys, offsets, 'sum');
    expect(place.last?.ran).toBe('js');
    expect(place.last?.why).toMatch(/^it has 70,000 items, and a reduce (never )?takes less time on the GPU/);
    device.destroy();
  });
});

describe('a runtime with versions of Node', () => {
  it.each([
    [{ bun: '1.3.0' }, 'there is no WebGPU here'],
    [{ deno: '2.9.6' }, 'there is no WebGPU here'],
    // WEBGPU_SEGMENTED_ADAPTER of the tests, or the system's devices, say that there is no hardware.
    [{}, /^there is no hardware GPU: /],
  ])('%j: the package `webgpu` is for Node only', async (versions, why) => {
    withAdapter();
    replaced('process', Object.create(process, { versions: { value: { node: '20.0.0', ...versions } } }));
    const place = await opened();
    await segmentedSort(place, keys, offsets);
    expect(place.last?.ran).toBe('js');
    expect(place.last?.why).toMatch(why);
  });
});

const WGSL = { wgsl: 'return max(a, b);', identity: 0, type: 'f32' } as const;

describe('custom WGSL', () => {
  it('runs on a hardware GPU without a function beside it, however few items there are', async () => {
    const { place } = await onHardware();
    expect([...(await segmentedReduce(place, few, FEW, WGSL, { tuning }))]).toEqual([3, 9]);
    expect(place.last).toEqual({ ran: 'gpu', why: 'its WGSL has no op.js beside it', items: 5 });
    const inJs = await opened({ prefer: 'js' });
    await segmentedReduce(inJs, few, FEW, WGSL, { tuning });
    expect(inJs.last?.ran).toBe('gpu');
  });

  it('runs in JavaScript with one', async () => {
    withAdapter();
    const place = await opened();
    const compare = { wgsl: 'return a > b;', js: (a: number, b: number) => a > b };
    expect([...(await segmentedSort(place, few, FEW, { compare }))]).toEqual([3, 2, 1, 9, 8]);
    const op = { ...WGSL, js: Math.max };
    expect(await segmentedReduce(place, few, FEW, [op, 'sum'])).toEqual(
      await js.segmentedReduce(null, few, FEW, [op, 'sum']),
    );
  });

  it.each([
    ['op.js', 'segmentedReduce', [few, FEW, WGSL]],
    ['op[1].js', 'segmentedReduce', [few, FEW, ['sum', WGSL]]],
    ['op.jsLoad', 'segmentedScan', [few, FEW, { ...WGSL, load: 'return element;', js: Math.max }]],
    ['op.identity', 'segmentedReduce', [few, FEW, { ...WGSL, identity: '0.0', js: Math.max }]],
    ['compare.js', 'segmentedSort', [few, FEW, { compare: { wgsl: 'return a < b;' } }]],
    ['orderBy.js', 'segmentedTopK', [few, FEW, 1, { orderBy: { wgsl: 'return key;' } }]],
  ])('is refused by name where no GPU runs it: %s', async (name, callName, given) => {
    withAdapter();
    for (const options of [{}, { prefer: 'js', strict: true }] as const) {
      const place = await opened(options);
      const refused = call(auto, callName, place, ...given);
      await expect(refused).rejects.toMatchObject({
        code: 'invalid-option',
        message: expect.stringMatching(`^${name.replace(/[[\].]/g, '\\$&')}: undefined; allowed: JavaScript`),
      });
      expect(place.last).toBeUndefined();
    }
  });
});

describe('a lost device', () => {
  it('ends its calls by name, and the next one runs in JavaScript', async () => {
    const { device, place } = await onHardware({ prefer: 'gpu' });
    await segmentedSort(place, few, FEW, { tuning });
    const sorted = segmentedSort(place, keys, offsets, { tuning });
    device.destroy();
    await expect(sorted).rejects.toMatchObject({ code: 'device-lost' });
    expect(place.last).toMatchObject({ ran: 'gpu', why: expect.stringContaining('the GPU was lost during the call') });
    expect(await segmentedSort(place, keys, offsets)).toEqual(await js.segmentedSort(null, keys, offsets));
    expect(place.last).toMatchObject({ ran: 'js', why: expect.stringContaining('the GPU was lost') });
  });

  it('between calls, too; a strict place then refuses', async () => {
    const { device, place } = await onHardware({ prefer: 'gpu', strict: true });
    device.destroy();
    await device.lost;
    await expect(segmentedSort(place, few, FEW)).rejects.toMatchObject({ code: 'device-lost' });
    const hardware = await onHardware({ prefer: 'gpu' });
    hardware.device.destroy();
    await hardware.device.lost;
    expect([...(await segmentedSort(hardware.place, few, FEW))]).toEqual([1, 2, 3, 8, 9]);
    expect(hardware.place.last?.why).toMatch(/^the GPU was lost \(destroyed/);
    const other = await opened({ device });
    await segmentedSort(other, keys, offsets);
    expect(other.last?.why).toMatch(/lost/);
  });
});

describe('a closed place', () => {
  it('refuses calls, ends those that run, and destroys its own device only', async () => {
    const { device, place } = await onHardware({ prefer: 'gpu' });
    const sorted = segmentedSort(place, keys, offsets, { tuning });
    place.close();
    await expect(sorted).rejects.toMatchObject({ code: 'destroyed' });
    const message = 'place: it was closed; allowed: one that is open';
    await expect(segmentedSort(place, few, FEW)).rejects.toMatchObject({ code: 'destroyed', message });
    expect((await device.lost).reason).toBe('destroyed');
    const own = await hardwareDevice();
    const other = await opened({ device: own, prefer: 'gpu' });
    const running = segmentedSort(other, keys, offsets, { tuning });
    other.close();
    await expect(running).rejects.toMatchObject({ code: 'destroyed' });
    expect([...(await core.segmentedSort(own, few, FEW, { tuning }))]).toEqual([1, 2, 3, 8, 9]);
    own.destroy();
  });

  it('ends calls in JavaScript, and one that waits for the adapter', async () => {
    let give: (adapter: GPUAdapter | null) => void = () => undefined;
    withAdapter(
      () =>
        new Promise((resolve) => {
          give = resolve;
        }),
    );
    const place = await opened();
    const waits = segmentedSort(place, keys, offsets);
    await new Promise((resolve) => setTimeout(resolve, 50));
    place.close();
    give(null);
    await expect(waits).rejects.toMatchObject({ code: 'destroyed' });
    const inJs = await opened({ prefer: 'js' });
    const long = segmentedSort(inJs, many, { size: 1024 }, { onProgress: () => inJs.close() });
    const ended = await long.then(
      () => 'no error',
      (error: unknown) => error,
    );
    expect(ended).toMatchObject({ code: 'destroyed' });
  });
});

describe('progress, aborts and errors', () => {
  it('reports progress and ends by the signal, in JavaScript and on the GPU', async () => {
    const device = await hardwareDevice();
    const parts = { ...tuning, maxBindingBytes: 2 ** 16 };
    for (const place of [await opened({ prefer: 'js' }), await opened({ device, prefer: 'gpu' })]) {
      const controller = new AbortController();
      const { signal } = controller;
      let done = 0;
      const onProgress = (progress: { done: number }) => {
        done = progress.done;
      };
      await segmentedSort(place, keys, { size: 700 }, { onProgress, signal, tuning: parts });
      expect(done).toBe(70_000);
      const within = new AbortController();
      const count = place.last?.ran === 'js' ? 8000 : 140;
      const whole = { signal: within.signal, tuning: parts, onProgress: () => within.abort(new Error('halfway')) };
      const ended = segmentedSort(place, place.last?.ran === 'js' ? many : keys, { size: 500, count }, whole);
      await expect(ended).rejects.toMatchObject({ code: 'aborted', message: expect.stringContaining('halfway') });
      controller.abort(new Error('enough'));
      const aborted = segmentedSort(place, keys, { size: 700 }, { signal, tuning: parts });
      await expect(aborted).rejects.toMatchObject({ code: 'aborted', message: expect.stringContaining('enough') });
    }
    device.destroy();
  });

  it.each([
    ['segments', [few, [0, 9]], 'offsets-out-of-range'],
    ['keys', [new Uint8ClampedArray(3), [0, 3]], 'unsupported-type'],
    ['options', [few, FEW, 7], 'invalid-option'],
    ['options', [few, FEW, { ordre: 'ascending' }], 'invalid-option'],
    ['signal', [few, FEW, { signal: 7 }], 'invalid-option'],
  ])('refuses wrong %s as the core does', async (name, given, code) => {
    const place = await opened({ prefer: 'js' });
    const error = await call(auto, 'segmentedSort', place, ...given)?.catch((caught: unknown) => caught);
    const direct = await call(js, 'segmentedSort', null, ...given)?.catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code, message: expect.stringContaining(name) });
    expect((error as Error).message).toBe((direct as Error).message);
    expect(place.last).toBeUndefined();
  });

  it.each([
    [{ prefer: 'cpu' }, 'prefer'],
    [{ strict: 1 }, 'strict'],
    [{ measure: 'yes' }, 'measure'],
    [{ workers: 65 }, 'workers'],
    [{ devices: [] }, 'devices'],
    [{ device: {} }, 'device'],
    [null, 'options'],
  ])('refuses the options %j', async (options, says) => {
    await expect(openPlace(options as never)).rejects.toMatchObject({
      code: 'invalid-option',
      message: expect.stringContaining(says),
    });
  });

  it.each([null, {}, new Promise(() => undefined)])('refuses what is no place', async (place) => {
    await expect(segmentedSort(place as never, few, FEW)).rejects.toMatchObject({
      code: 'invalid-option',
      message: expect.stringContaining('openPlace'),
    });
  });

  it('takes no software device of the caller for hardware', async () => {
    const place = await opened({ device: shared() });
    await segmentedSort(place, keys, offsets);
    expect(place.last).toMatchObject({ ran: 'js', why: expect.stringMatching(/^the given device is on .* software$/) });
  });
});
