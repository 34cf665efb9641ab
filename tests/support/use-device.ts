import { afterAll, beforeAll, vi } from 'vitest';
import { openDevice, type TestDeviceOptions } from './device.ts';

/** One device for all tests of a file; errors that nobody caught fail the test (device.ts sees to that). */
export function useDevice(options?: TestDeviceOptions): () => GPUDevice {
  // A software adapter compiles some kernels for seconds, and the first test that needs them waits for it.
  vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });
  let device: GPUDevice | undefined;
  beforeAll(async () => {
    device = await openDevice(options);
  });
  afterAll(() => {
    device?.destroy();
  });
  return () => {
    if (!device) throw new Error('the device is opened in beforeAll: ask for it inside a test');
    return device;
  };
}
