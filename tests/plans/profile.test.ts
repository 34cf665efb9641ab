/** `profile: true`: GPU times and bytes of every pass of a recorded call, and the segments and items of each class. */
import { describe, expect, it } from 'vitest';
import { createSegmentedReduce, createSegmentedSort } from '../../src/index.ts';
import { compared, type PlanProfile } from '../../src/plan/profile.ts';
import {
  distinctValues,
  fill,
  offsetsOf,
  quickRows,
  Random,
  repeated,
  SEED,
  totalOf,
  uniform,
} from '../support/cases.ts';
import { openDevice } from '../support/device.ts';
import { expectRefusal, expectThrow } from '../support/refusal.ts';
import { checkSort } from '../support/typed-check.ts';
import { itInTurn, itOnDevice, useDevice } from '../support/use-device.ts';

const device = useDevice();

/** Segments of 4, 300 and 9000 items. The last ones are large in both families. */
const LENGTHS = [...repeated(4, 50), ...repeated(300, 7), 9000, 9000];
const OFFSETS = offsetsOf(LENGTHS);
const COUNT = totalOf(OFFSETS);
const ROOM = { maxItems: 30_000, maxSegments: 100 };

describe('a profiled sort', () => {
  for (const { family } of quickRows([{ family: 'software' }, { family: 'gpu' }] as const)) {
    it(`is sorted, and has each pass’s time and bytes, ${family} kernels`, async () => {
      const options = { keyType: 'u32', valueType: 'u32', ...ROOM, profile: true, tuning: { family } } as const;
      const plan = await createSegmentedSort(device(), options);
      const keys = fill('u32', COUNT, new Random(SEED), uniform);
      const values = distinctValues(COUNT);
      const job = { what: 'profiled', offsets: OFFSETS, keys, values, order: 'ascending' } as const;
      await checkSort(device(), plan, job);
      const { milliseconds, passes, classes, copyBytesPerSecond } = await plan.profile();
      for (const { bytes, milliseconds: time, copyRatio } of passes) {
        const known = bytes !== undefined && time > 0;
        expect(copyRatio).toEqual(
          known ? expect.closeTo(bytes / ((copyBytesPerSecond as number) * (time / 1000))) : undefined,
        );
      }
      // Wide bounds: from the rate of a memory card to ten times that of the fastest GPU.
      expect(copyBytesPerSecond).toBeGreaterThan(1e7);
      expect(copyBytesPerSecond).toBeLessThan(1e14);
      expect(passes.map(({ kernel }) => kernel)).toEqual(plan.describe().passes.map((p) => p.kernel));
      expect(milliseconds).toBeGreaterThan(0);
      for (const pass of passes) expect(pass.milliseconds).toBeGreaterThanOrEqual(0);
      const present = (length: number) => classes.find((c) => c.minLength <= length && length <= c.maxLength);
      expect(present(4)).toMatchObject({ name: 'small', segments: 50, items: 200 });
      expect(present(300)).toMatchObject({ segments: 7, items: 2100 });
      expect(present(9000)).toMatchObject({ name: 'large', segments: 2, items: 18_000 });
      const small = passes.find(({ class: of }) => of && of.minLength <= 4 && 4 <= of.maxLength);
      // Keys and values are read and written once. Each segment of the list has two words.
      expect(small?.bytes).toBe(200 * 16 + 50 * 8);
      plan.destroy();
    });
  }

  itOnDevice(device, { subgroups: true }, 'counts segments that blocks sort, which are in no list', async () => {
    const blocks = {
      maxLength: 64,
      maxItems: 16,
      maxItemsPairs: 16,
      workgroup: 32,
      windowItems: 512,
      windowItemsPairs: 512,
    };
    const small = { maxLength: 16 };
    const tuning = {
      family: 'gpu',
      sort: { blocks, small, medium: { limits: [512] }, large: { tile: 512, maxTile: 512, lookBackWorkgroup: 32 } },
    } as object;
    const plan = await createSegmentedSort(device(), { keyType: 'u32', ...ROOM, profile: true, tuning });
    const keys = fill('u32', COUNT, new Random(SEED), uniform);
    await checkSort(device(), plan, { what: 'profiled', offsets: OFFSETS, keys, order: 'ascending' });
    const { passes, classes } = await plan.profile();
    expect(classes.map(({ segments, items }) => [segments, items])).toEqual([
      [50, 200],
      [7, 2100],
      [2, 18_000],
    ]);
    expect(passes.find(({ kernel }) => kernel === 'sort/blocks 64')?.bytes).toBe(200 * 8 + 50 * 4);
    plan.destroy();
  });

  it('compares with a copy only passes with bytes and a time', () => {
    const of = (passes: object[]) => ({ milliseconds: 2, passes, classes: [] }) as unknown as PlanProfile;
    const passes = [{ milliseconds: 2, bytes: 6e6 }, { milliseconds: 1 }, { milliseconds: 0, bytes: 4 }];
    const { passes: ratios } = compared(of(passes), 4e9);
    expect(ratios).toEqual([{ ...passes[0], copyRatio: 0.75 }, passes[1], passes[2]]);
    expect(compared(of(passes), undefined)).toEqual(of(passes));
  });

  itInTurn(3, 2)('of an empty call has no passes, also after other calls', async () => {
    const plan = await createSegmentedSort(device(), { keyType: 'u32', ...ROOM, profile: true });
    const buffer = device().createBuffer({ size: 1024, usage: GPUBufferUsage.STORAGE });
    for (const count of [4, 0]) {
      const encoder = device().createCommandEncoder();
      plan.encode(encoder, { keysIn: buffer, keysOut: buffer, segments: { size: 8, count } });
      device().queue.submit([encoder.finish()]);
      const { passes, classes } = await plan.profile();
      if (count > 0) expect(passes.length).toBeGreaterThan(0);
      else expect([passes, classes]).toEqual([[], []]);
    }
    plan.destroy();
    buffer.destroy();
  });

  it('keeps its report when the next encode is refused', async () => {
    const plan = await createSegmentedSort(device(), { keyType: 'u32', ...ROOM, profile: true });
    const buffer = device().createBuffer({ size: 1024, usage: GPUBufferUsage.STORAGE });
    const encoder = device().createCommandEncoder();
    const args = { keysIn: buffer, keysOut: buffer, segments: { size: 8, count: 4 } };
    plan.encode(encoder, args);
    await expectThrow(() => plan.encode(encoder, { ...args, itemCount: 1000 }), 'limit-exceeded', [/keysIn/]);
    device().queue.submit([encoder.finish()]);
    expect((await plan.profile()).passes.length).toBeGreaterThan(0);
    plan.destroy();
    buffer.destroy();
  });

  itInTurn(3, 1)('of a lost device is refused as such, also before the loss is reported', async () => {
    const lost = await openDevice();
    const plan = await createSegmentedSort(lost, { keyType: 'u32', ...ROOM, profile: true });
    const buffer = lost.createBuffer({ size: 1024, usage: GPUBufferUsage.STORAGE });
    const encoder = lost.createCommandEncoder();
    plan.encode(encoder, { keysIn: buffer, keysOut: buffer, segments: { size: 8, count: 4 } });
    lost.queue.submit([encoder.finish()]);
    const reading = plan.profile();
    lost.destroy();
    await expectRefusal(() => reading, 'device-lost', [/device/]);
  });

  it('refuses an open compute pass, and a report before a call', async () => {
    const plan = await createSegmentedSort(device(), { keyType: 'u32', ...ROOM, profile: true });
    await expectRefusal(() => plan.profile(), 'invalid-option', [/profile/, /nothing encoded/]);
    const encoder = device().createCommandEncoder();
    const pass = encoder.beginComputePass();
    const buffer = device().createBuffer({ size: 1024, usage: GPUBufferUsage.STORAGE });
    const encode = () => plan.encode(pass, { keysIn: buffer, keysOut: buffer, segments: { size: 8, count: 4 } });
    await expectThrow(encode, 'invalid-option', [/encoder/, /GPUCommandEncoder/]);
    pass.end();
    encoder.finish();
    plan.destroy();
    await expectRefusal(() => plan.profile(), 'destroyed', [/destroyed/]);
    buffer.destroy();
  });

  it('is requested when the plan is made', async () => {
    const plan = await createSegmentedSort(device(), { keyType: 'u32', ...ROOM });
    await expectRefusal(() => plan.profile(), 'invalid-option', [/profile: true/]);
    plan.destroy();
  });
});

describe('a profiled reduce', () => {
  it.each(['software', 'gpu'] as const)('has the time and bytes of its passes and of the sweep, %s', async (family) => {
    const options = { type: 'u32', op: 'sum', ...ROOM, profile: true, tuning: { family } } as const;
    const plan = await createSegmentedReduce(device(), options);
    const buffer = (data: Uint32Array<ArrayBuffer> | number) => {
      const size = typeof data === 'number' ? data : data.byteLength;
      const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST;
      const made = device().createBuffer({ size, usage });
      if (typeof data !== 'number') device().queue.writeBuffer(made, 0, data);
      return made;
    };
    const input = buffer(fill('u32', COUNT, new Random(SEED), uniform) as Uint32Array<ArrayBuffer>);
    const offsets = buffer(Uint32Array.from(OFFSETS));
    const output = buffer(4 * LENGTHS.length);
    const encoder = device().createCommandEncoder();
    plan.encode(encoder, { input, output, segments: { offsets, count: LENGTHS.length } });
    device().queue.submit([encoder.finish()]);
    const { passes, classes } = await plan.profile();
    const present = classes.map(({ minLength: least, maxLength: most }) => {
      const lengths = LENGTHS.filter((length) => length >= least && length <= most);
      return { segments: lengths.length, items: lengths.reduce((sum, length) => sum + length, 0) };
    });
    expect(classes).toMatchObject(present);
    const sweep = passes.find(({ kernel }) => kernel === 'reduce/sweep tiles');
    expect(sweep?.bytes).toBe(4 * COUNT + 8 * LENGTHS.length);
    plan.destroy();
    for (const made of [input, offsets, output]) made.destroy();
  });

  it.each(['offsets', 'begin and end'])('counts segments of which operators read only lengths, by %s', async (form) => {
    const plan = await createSegmentedReduce(device(), { type: 'u32', op: 'count', ...ROOM, profile: true });
    const words = (data: Uint32Array) => {
      const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST;
      const made = device().createBuffer({ size: data.byteLength, usage });
      device().queue.writeBuffer(made, 0, data as Uint32Array<ArrayBuffer>);
      return made;
    };
    const count = LENGTHS.length;
    const [input, output] = [words(new Uint32Array(COUNT)), words(new Uint32Array(count))];
    const [offsets, end] = [words(Uint32Array.from(OFFSETS)), words(Uint32Array.from(OFFSETS).slice(1))];
    const segments = form === 'offsets' ? { offsets, count } : { begin: offsets, end, count };
    const encoder = device().createCommandEncoder();
    plan.encode(encoder, { input, output, segments });
    device().queue.submit([encoder.finish()]);
    expect((await plan.profile()).classes).toMatchObject([{ segments: count, items: COUNT }]);
    plan.destroy();
    for (const made of [input, output, offsets, end]) made.destroy();
  });

  it('needs timestamps of the device', async () => {
    const { requestDevice } = await import('../../src/node/index.ts');
    const plain = await requestDevice({ quiet: true, withoutFeatures: ['timestamp-query'] });
    const create = () => createSegmentedReduce(plain, { type: 'u32', op: 'sum', ...ROOM, profile: true });
    await expectRefusal(create, 'invalid-option', [/profile/, /timestamp-query/]);
    plain.destroy();
  });
});
