/** The parts of a plan that its descriptor chooses. */
import { refused } from '../errors.ts';
import { requireDevice } from '../gpu/device_state.ts';
import type { OperationParts } from '../gpu/operation.ts';

/** Checks the descriptor's options that both operations share, and loads the profiler if it is wanted. */
export async function operationParts(
  device: GPUDevice,
  { ownTemporary, profile }: { ownTemporary?: boolean; profile?: boolean },
): Promise<OperationParts> {
  requireDevice(device);
  const scratch = ownTemporary !== false;
  if (profile !== true) return { scratch };
  if (!device.features.has('timestamp-query')) {
    throw refused('invalid-option', 'profile', 'true', "true only on a device with 'timestamp-query'");
  }
  return { scratch, profiling: (await import('../gpu/profiler.ts')).Profiler };
}
