/**
 * A device that is lost or out of memory before, during or after a call: the error's code, and that others still work.
 */
import { describe, expect, it } from 'vitest';
import { createSegmentedReduce, createSegmentedSort, segmentedReduce, segmentedSortByKey } from '../../src/index.ts';
import { countingDevice, openDevice, watchDevices } from '../support/device.ts';
import { expectRefusal, expectStillWorking, expectThrow } from '../support/refusal.ts';
import { useDevice } from '../support/use-device.ts';

watchDevices();
/** Another device, which must still work. */
const other = useDevice();

/** Short segments, because every new device compiles its kernels again. */
const OFFSETS = Array.from({ length: 101 }, (_, i) => i * 10);
const keys = Uint32Array.from({ length: 1000 }, (_, i) => Math.imul(i, 0x9e3779b1) >>> 0);
const DESCRIPTOR = {
  keyType: 'u32',
  valueType: 'u32',
  maxItems: 1000,
  maxSegments: 100,
  maxSegmentSize: 10,
} as const;

const CALLS: Record<string, (device: GPUDevice) => Promise<unknown>> = {
  segmentedSortByKey: (device) => segmentedSortByKey(device, keys, keys, OFFSETS),
  'segmentedSortByKey in batches': (device) =>
    segmentedSortByKey(device, keys, keys, OFFSETS, { tuning: { maxBindingBytes: 1024 } }),
  segmentedReduce: (device) => segmentedReduce(device, keys, OFFSETS, 'sum'),
};

describe('a device lost', () => {
  for (const [name, call] of Object.entries(CALLS)) {
    it(`during ${name} ends it, wherever it stands`, async () => {
      for (const milliseconds of [undefined, 1, 10, 50]) {
        const device = await openDevice();
        const running = call(device);
        const isDone = running.then(
          () => true,
          () => false,
        );
        if (milliseconds !== undefined) await new Promise((resolve) => setTimeout(resolve, milliseconds));
        device.destroy();
        // On a fast machine the call may have ended after 50 ms, but not after less.
        const hasEnded = milliseconds === 50 && (await isDone);
        if (!hasEnded) await expectRefusal(() => running, 'device-lost', [/device/]);
        await expectRefusal(() => call(device), 'device-lost', [/device/]);
      }
      await expectStillWorking(other());
    });

    it(`during ${name} with its kernels ready`, async () => {
      const device = await openDevice();
      await call(device);
      const running = call(device);
      running.catch(() => {});
      await Promise.resolve();
      device.destroy();
      await expectRefusal(() => running, 'device-lost', [/device/]);
      await expectStillWorking(other());
    });
  }

  it('while kernels are compiled ends createSegmentedSort and createSegmentedReduce', async () => {
    const device = await openDevice();
    const made = [
      createSegmentedSort(device, DESCRIPTOR),
      createSegmentedReduce(device, { type: 'u32', op: 'sum', maxItems: 9, maxSegments: 1 }),
    ];
    for (const plan of made) plan.catch(() => {});
    device.destroy();
    for (const plan of made) await expectRefusal(() => plan, 'device-lost', [/device/]);
    await expectRefusal(() => createSegmentedSort(device, DESCRIPTOR), 'device-lost', [/device/]);
    await expectStillWorking(other());
  });

  it('after a plan was made is refused by encode; destroy still works', async () => {
    const device = await openDevice();
    const plan = await createSegmentedSort(device, DESCRIPTOR);
    const buffer = () => device.createBuffer({ size: keys.byteLength, usage: GPUBufferUsage.STORAGE });
    const [keysIn, keysOut, valuesIn, valuesOut] = [buffer(), buffer(), buffer(), buffer()];
    const encoder = device.createCommandEncoder();
    device.destroy();
    await device.lost;
    const io = { keysIn, keysOut, valuesIn, valuesOut, segments: { size: 10, count: 100 } };
    await expectThrow(() => plan.encode(encoder, io), 'device-lost', [/device/]);
    plan.destroy();
    await expectStillWorking(other());
  });
});

/**
 * Whether a buffer of the largest size exceeds the adapter's memory. Tests then ask for it in place of another buffer.
 */
async function largestIsTooLarge(device: GPUDevice): Promise<boolean> {
  device.pushErrorScope('out-of-memory');
  device.createBuffer({ size: device.limits.maxBufferSize, usage: GPUBufferUsage.STORAGE }).destroy();
  return (await device.popErrorScope()) !== null;
}

describe('a device out of memory', () => {
  // Without immediate data the numbers of a call need a buffer.
  const forms = [{ immediates: true }, { immediates: false }];
  it.for(forms)('ends the call, whichever buffer it fails at; all others are freed: %o', async (options, { skip }) => {
    const { device, state } = await countingDevice(options);
    skip(!(await largestIsTooLarge(device)), 'the adapter grants a buffer of the largest size');
    for (const call of [CALLS.segmentedSortByKey!, CALLS.segmentedReduce!]) {
      await call(device);
      const before = state();
      const createBuffer = device.createBuffer;
      let failures = 0;
      for (let failing = 0; ; failing++) {
        let made = 0;
        device.createBuffer = (descriptor) => {
          const fails = made++ === failing;
          // As Dawn does on lavapipe.
          if (fails && descriptor.mappedAtCreation) throw new RangeError('createBuffer failed');
          return createBuffer(fails ? { ...descriptor, size: device.limits.maxBufferSize } : descriptor);
        };
        const outcome = await call(device).catch((error: unknown) => error);
        if (made <= failing) break;
        failures++;
        await expectRefusal(() => Promise.reject(outcome), 'out-of-memory', [/device/, /memory/]);
        expect(state()).toEqual(before);
      }
      expect(failures, 'buffers that failed').toBeGreaterThan(2);
      device.createBuffer = createBuffer;
      await expectStillWorking(device);
    }
    device.destroy();
  });

  it('ends createSegmentedSort, whose scratch it fails at', async ({ skip }) => {
    const { device, state } = await countingDevice();
    skip(!(await largestIsTooLarge(device)), 'the adapter grants a buffer of the largest size');
    (await createSegmentedSort(device, DESCRIPTOR)).destroy();
    const before = state();
    const createBuffer = device.createBuffer;
    device.createBuffer = (descriptor) => createBuffer({ ...descriptor, size: device.limits.maxBufferSize });
    await expectRefusal(() => createSegmentedSort(device, DESCRIPTOR), 'out-of-memory', [/device/, /memory/]);
    expect(state()).toEqual(before);
    device.createBuffer = createBuffer;
    await expectStillWorking(device);
    device.destroy();
  });
});
