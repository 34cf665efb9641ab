/** `openDevice` of the tests: it keeps the device's errors, and it can omit features. */
import { describe, expect, it } from 'vitest';
import { adapterLine, openDevice, takeDeviceErrors } from '../support/device.ts';

describe('openDevice, for tests', () => {
  it('collects the errors no scope caught, until they are taken', async () => {
    const device = await openDevice();
    device.createBuffer({ size: 4, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.MAP_WRITE });
    await device.queue.onSubmittedWorkDone();
    expect(takeDeviceErrors(device)).toEqual([expect.stringContaining('GPUValidationError')]);
    expect(takeDeviceErrors(device)).toEqual([]);
    device.destroy();
  });

  it('can leave subgroups out, and says so in the adapter line', async () => {
    const device = await openDevice({ subgroups: false, limits: 'default' });
    expect(device.features.has('subgroups')).toBe(false);
    expect(adapterLine(device)).toMatch(/, no subgroups$/);
    expect(device.limits.maxBufferSize).toBe(256 * 2 ** 20);
    device.destroy();
  });
});
