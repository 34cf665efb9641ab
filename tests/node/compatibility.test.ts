/** Devices of compatibility mode, as three.js requests them, run the calls. */
import { expect, it } from 'vitest';
import { deviceDescriptor, segmentedReduce, segmentedSort, segmentedTopK } from '../../src/index.ts';
import { dawnAdapters } from '../../src/node/adapter.ts';

it('a device of compatibility mode sorts, selects and sums', async () => {
  const options = { featureLevel: 'compatibility' } as GPURequestAdapterOptions;
  const adapter = await dawnAdapters(undefined, options, undefined).swiftshader();
  // Without the features of the core, a device is in compatibility mode.
  const { requiredLimits = {} } = deviceDescriptor(adapter);
  const device = await adapter.requestDevice({ requiredLimits });
  try {
    expect(device.features.has('core-features-and-limits')).toBe(false);
    const keys = Float32Array.from({ length: 12_000 }, (_, i) => (i * 7919) % 12_007);
    const offsets = [0, 5, 5, 70, 3000, 12_000];
    const rows = offsets.slice(1).map((end, i) => keys.slice(offsets[i], end));
    const sorted = rows.map((row) => row.slice().sort());
    expect(await segmentedSort(device, keys, offsets)).toEqual(Float32Array.from(sorted.flatMap((row) => [...row])));
    const { keys: largest } = await segmentedTopK(device, keys, offsets, 3);
    const best = sorted.flatMap((row) => [...row.reverse().slice(0, 3)]);
    expect([...largest].slice(0, best.length)).toEqual(best);
    const sums = await segmentedReduce(device, keys, offsets, 'sum');
    // Sums of these whole numbers are below 2^26, so an addition of f32 loses at most 2.
    for (const [i, row] of sorted.entries()) {
      const sum = row.reduce((total, key) => total + key, 0);
      expect(Math.abs((sums[i] ?? Number.NaN) - sum)).toBeLessThan(64);
    }
  } finally {
    device.destroy();
  }
});
