import { afterAll, beforeAll } from 'vitest';
import { openDevice, type TestDeviceOptions } from './device.ts';

/** One device for all tests of a file; errors that nobody caught fail the test (device.ts sees to that). */
export function useDevice(options?: TestDeviceOptions): () => GPUDevice {
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
