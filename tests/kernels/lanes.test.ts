/** The test of lanes: a GPU whose lanes are not as kernels with subgroups assume gets kernels without subgroups. */
import { afterEach, describe, expect, it } from 'vitest';
import { deviceFacts } from '../../src/gpu/device.ts';
import { LANES, requireLanes } from '../../src/gpu/host_call.ts';

import {
  createGroupBy,
  createSegmentedQuantile,
  createSegmentedReduce,
  createSegmentedScan,
  createSegmentedSort,
  createSegmentedTopK,
  segmentedSort,
} from '../../src/index.ts';
import { requestDevice } from '../../src/node/index.ts';

const ROOM = { maxItems: 1000, maxSegments: 10 };
const PLANS: Readonly<Record<string, (device: GPUDevice) => Promise<{ destroy(): void }>>> = {
  sort: (device) => createSegmentedSort(device, { keyType: 'u32', ...ROOM }),
  reduce: (device) => createSegmentedReduce(device, { type: 'u32', op: 'sum', ...ROOM }),
  scan: (device) => createSegmentedScan(device, { type: 'u32', op: 'sum', ...ROOM }),
  'top-k': (device) => createSegmentedTopK(device, { keyType: 'u32', maxK: 3, ...ROOM }),
  quantile: (device) => createSegmentedQuantile(device, { keyType: 'u32', quantiles: [0.5], ...ROOM }),
  'group by': (device) => createGroupBy(device, { keyType: 'u32', maxItems: 1000 }),
};

/** Compiles no kernel but the test of lanes. */
function planOnly(device: GPUDevice): void {
  const compile = device.createComputePipelineAsync.bind(device);
  device.createComputePipelineAsync = async (descriptor) =>
    descriptor.label === LANES.name ? compile(descriptor) : ({} as GPUComputePipeline);
}

const opened: GPUDevice[] = [];
afterEach(() => {
  for (const device of opened.splice(0)) device.destroy();
});

/**
 * A device that says that it is a GPU. `change` rewrites the text of the test. `texts` are all shaders' texts. Only
 * plans that run need `compiled` kernels: the others get nothing in their place, which saves most of the time.
 */
async function gpuDevice(change = (code: string) => code, compiled = false) {
  const device = await requestDevice({ quiet: true });
  opened.push(device);
  if (!compiled) planOnly(device);
  Object.defineProperty(device, 'adapterInfo', {
    value: { vendor: 'a vendor', architecture: 'a GPU', device: '', description: '', isFallbackAdapter: false },
  });
  const create = device.createShaderModule.bind(device);
  const texts: string[] = [];
  device.createShaderModule = ({ code, ...rest }) => {
    const text = rest.label === LANES.name ? change(code) : code;
    texts.push(text);
    return create({ ...rest, code: text });
  };
  const tests = () => texts.filter((text) => text.includes('otherLanes')).length;
  return { device, texts, tests };
}

/** Local ids that are not those of the lanes, in all subgroups of two lanes or more. */
const swapped = (code: string) => code.replace(/\b(\w+)\.x/g, '($1.x^1u)');

/** Skips a test on adapters without subgroups. */
async function needSubgroups(skip: (without: boolean, why: string) => void): Promise<void> {
  const device = await requestDevice({ quiet: true });
  opened.push(device);
  skip(!device.features.has('subgroups'), 'the device has no subgroups');
}

describe('the lanes of a device', () => {
  it('are as kernels assume, on the adapter of the tests', async ({ skip }) => {
    await needSubgroups(skip);
    const { device, tests } = await gpuDevice();
    await requireLanes(device);
    expect(tests()).toBe(1);
    expect(deviceFacts(device).subgroups).toBe(true);
  });

  it('are tested once per device, by whatever plan is first', async ({ skip }) => {
    await needSubgroups(skip);
    for (const [name, make] of Object.entries(PLANS)) {
      const { device, tests } = await gpuDevice();
      const plans = await Promise.all([make(device), make(device)]);
      expect(tests(), name).toBe(1);
      for (const plan of plans) plan.destroy();
    }
  });

  it('are not tested on a software adapter, nor without subgroups', async () => {
    const { device, tests } = await gpuDevice();
    const tuning = { subgroups: false } as const;
    (await createSegmentedSort(device, { keyType: 'u32', ...ROOM, tuning })).destroy();
    expect(tests()).toBe(0);
    const software = await requestDevice({ quiet: true });
    opened.push(software);
    planOnly(software);
    // A GPU says here that it is a software adapter.
    const { vendor, architecture, device: name, description } = software.adapterInfo;
    if (!deviceFacts(software).software)
      Object.defineProperty(software, 'adapterInfo', {
        value: { vendor, architecture, device: name, description, isFallbackAdapter: true },
      });
    expect(deviceFacts(software).software).toBe(true);
    const labels: (string | undefined)[] = [];
    const create = software.createShaderModule.bind(software);
    software.createShaderModule = (descriptor) => {
      labels.push(descriptor.label);
      return create(descriptor);
    };
    (await createSegmentedSort(software, { keyType: 'u32', ...ROOM })).destroy();
    expect(labels).not.toContain(LANES.name);
  });

  it.each(Object.keys(PLANS))('that differ: a %s has kernels without subgroups', async (name) => {
    const { device, texts } = await gpuDevice(swapped);
    (await PLANS[name]?.(device))?.destroy();
    const plain = texts.filter((text) => !text.includes('otherLanes'));
    expect(plain.length).toBeGreaterThan(0);
    expect(plain.filter((text) => text.includes('enable subgroups'))).toEqual([]);
    expect(deviceFacts(device).subgroups).toBe(false);
  });

  it('that differ: a call on arrays gives the right result', async () => {
    const { device } = await gpuDevice(swapped, true);
    const keys = Uint32Array.from({ length: 300 }, (_, i) => (i * 7919) % 1000);
    const sorted = await segmentedSort(device, keys, [0, 100, 300]);
    expect([...sorted.subarray(0, 100)]).toEqual([...keys.slice(0, 100).sort()]);
    expect([...sorted.subarray(100)]).toEqual([...keys.slice(100).sort()]);
  });

  it('that cannot be tested count as different', async ({ skip }) => {
    await needSubgroups(skip);
    const { device } = await gpuDevice(() => 'no WGSL');
    await requireLanes(device);
    expect(deviceFacts(device).subgroups).toBe(false);
  });

  it('of a lost device end by name, and are tested again', async ({ skip }) => {
    await needSubgroups(skip);
    const { device } = await gpuDevice();
    device.destroy();
    await device.lost;
    await expect(requireLanes(device)).rejects.toMatchObject({ code: 'device-lost' });
  });
});
