import { beforeAll, it, vi } from 'vitest';
import { openDevice, type TestDeviceOptions, watchDevices } from './device.ts';

/** Devices of this worker. A software adapter compiles for seconds what files share, so they share the device as well. */
const shared = new Map<string, Promise<GPUDevice>>();

/** The worker's device; errors that nobody caught fail the test (device.ts sees to that). */
export function useDevice(options: TestDeviceOptions = {}): () => GPUDevice {
  // The first test that needs a kernel waits for its compilation: minutes at 16 lanes, on a busy machine.
  vi.setConfig({ testTimeout: 900_000, hookTimeout: 120_000 });
  watchDevices();
  let device: GPUDevice | undefined;
  beforeAll(async () => {
    const key = JSON.stringify(options);
    const opened = shared.get(key) ?? openDevice(options);
    shared.set(key, opened);
    device = await opened;
  });
  return () => {
    if (!device) throw new Error('the device is opened in beforeAll: ask for it inside a test');
    return device;
  };
}

/** What kernels need of a device; rows and variants say it. */
interface Needs {
  readonly subgroups: boolean;
}

/** A device without the feature has no kernels with subgroups. */
export function runsOn(device: GPUDevice, { subgroups }: Needs): boolean {
  return !subgroups || device.features.has('subgroups');
}

/** A test of kernels that need something of the device; skipped, and the reason told, where the device lacks it. */
export function itOnDevice(device: () => GPUDevice, needs: Needs, title: string, body: () => Promise<void>): void {
  it(title, async ({ skip }) => {
    skip(!runsOn(device(), needs), 'the device has no subgroups');
    await body();
  });
}
