import { beforeAll, it, vi } from 'vitest';
import { inTurn } from './cases.ts';
import { openDevice, type TestDeviceOptions, watchDevices } from './device.ts';

/**
 * The first test that needs a kernel waits for its compilation, which takes minutes at 16 lanes and more, in
 * milliseconds.
 */
const COMPILING = 900_000;

/** The devices of this worker. Test files share them, because a software adapter compiles their kernels for seconds. */
const shared = new Map<string, Promise<GPUDevice>>();

/** The worker's device. Uncaught errors fail the test (device.ts). */
export function useDevice(options: TestDeviceOptions = {}): () => GPUDevice {
  vi.setConfig({ testTimeout: COMPILING, hookTimeout: 120_000 });
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

/** The features that kernels need of a device, given by rows and variants. */
interface Needs {
  readonly subgroups: boolean;
}

/** Whether a device has the features. Without subgroups it has no kernels with them. */
export function runsOn(device: GPUDevice, { subgroups }: Needs): boolean {
  return !subgroups || device.features.has('subgroups');
}

/**
 * `it`, in the quick mode only in one turn of `every`: SwiftShader compiles the kernels of this test for seconds. With
 * another value of `from` it is another turn.
 */
export function itInTurn(every: number, from = 0): typeof it | typeof it.skip {
  return inTurn([it], every, from)[0] ?? it.skip;
}

/** A test of kernels that need features of the device. It is skipped with a reason if the device lacks them. */
export function itOnDevice(
  device: () => GPUDevice,
  needs: Needs,
  title: string,
  body: () => Promise<void>,
  timeout = COMPILING,
): void {
  it(title, { timeout }, async ({ skip }) => {
    skip(!runsOn(device(), needs), 'the device has no subgroups');
    await body();
  });
}
