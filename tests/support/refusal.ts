/** The form of refusals of wrong input, and the check that later calls work. */
import { expect } from 'vitest';
import { SegmentedError } from '../../src/index.ts';
import { takeDeviceErrors } from './device.ts';
import { checkHostReduce } from './reduce-check.ts';
import { checkHostSort } from './typed-check.ts';

/** The error that `call` throws or rejects with. */
async function caughtFrom(call: () => unknown): Promise<unknown> {
  try {
    await call();
  } catch (error) {
    return error;
  }
  throw new Error('the call was accepted');
}

/** `call` must end in a SegmentedError of this code. Its message must contain each of `says`. */
export async function expectRefusal(
  call: () => unknown,
  code: string | readonly string[],
  says: readonly (string | RegExp)[],
): Promise<void> {
  const error = await caughtFrom(call);
  expect(error).toBeInstanceOf(SegmentedError);
  const { code: found, message } = error as SegmentedError;
  expect([code].flat(), message).toContain(found);
  for (const part of says) expect(message).toMatch(part);
}

/** The same for a call that must throw synchronously, such as `encode`. A rejected promise does not count. */
export async function expectThrow(
  call: () => unknown,
  code: string | readonly string[],
  says: readonly (string | RegExp)[],
): Promise<void> {
  let thrown = false;
  const watched = () => {
    try {
      return call();
    } catch (error) {
      thrown = true;
      throw error;
    }
  };
  await expectRefusal(watched, code, says);
  expect(thrown, 'thrown synchronously').toBe(true);
}

/** A small right sort and reduce. No GPU error may remain from refused calls. */
export async function expectStillWorking(device: GPUDevice): Promise<void> {
  const keys = Float32Array.of(3, -1, 2, 0.5, 7);
  const values = Uint32Array.of(0, 1, 2, 3, 4);
  const offsets = [0, 3, 5];
  const what = 'the next correct call';
  await checkHostSort(device, { what, offsets, keys, values, order: 'descending' });
  await checkHostReduce(device, { what, offsets, input: keys, op: 'max' });
  expect(takeDeviceErrors(device)).toEqual([]);
}
