/**
 * What operations have that callers record themselves: checks of their encoders and buffers, descriptions, times. Calls
 * on arrays bring along none of it.
 */

import { requireObject } from '../checks.ts';
import { refused } from '../errors.ts';
import { requireDevice } from '../gpu/device_state.ts';
import type { OperationParts, PlannedOperation } from '../gpu/operation.ts';
import { type BufferArgument, bufferRange, firstBytes, requireDisjoint, type SamePair } from '../gpu/ranges.ts';
import type { BufferRange } from '../gpu/recorder.ts';
import { describePlan } from '../plan/describe.ts';
import type { Plan } from '../plan/plan.ts';

/** Checks the descriptor's options that both operations share, and loads what they ask for. */
export async function operationParts(
  device: GPUDevice,
  { ownTemporary, profile }: { ownTemporary?: boolean; profile?: boolean },
): Promise<OperationParts> {
  requireDevice(device);
  const scratch = ownTemporary !== false;
  if (profile !== true) return { scratch };
  if (!device.features.has('timestamp-query')) {
    throw refused('invalid-option', 'profile', 'true', "on a device with 'timestamp-query'");
  }
  return { scratch, profiling: (await import('../gpu/profiler.ts')).Profiler };
}

/** What every operation has beside `encode`. `plan`: what `describe` tells. */
export function recorded(operation: PlannedOperation, plan: Plan) {
  return {
    temporaryBytes: operation.temporaryBytes,
    describe: () => describePlan(plan),
    /** Times of the last call's passes. */
    async profile() {
      operation.requireAlive();
      if (operation.profiler) return operation.profiler.read();
      throw refused('invalid-option', 'profile', 'undefined', 'profile(), of a plan made with profile: true');
    },
    destroy: () => operation.destroy(),
  };
}

/** Checks what every `encode` begins with. */
export function requireUsable(operation: PlannedOperation, encoder: unknown, buffers: unknown): void {
  const given = Object(encoder) as object;
  if (!('beginComputePass' in given || 'dispatchWorkgroups' in given)) {
    throw refused('invalid-option', 'encoder', encoder, 'a GPUCommandEncoder or an open GPUComputePassEncoder');
  }
  if (operation.profiler && !('beginComputePass' in given)) {
    throw refused(
      'invalid-option',
      'encoder',
      'an open GPUComputePassEncoder',
      'a GPUCommandEncoder with profile: true',
    );
  }
  requireObject('buffers', buffers);
  operation.requireAlive();
}

/**
 * The scratch range of a call: the caller's, or the plan's own. With it the call's ranges are checked against each
 * other: all is in order then, and the call begins. `mayBeSame`: pairs of them that may be one range.
 */
export function beginCall(
  { profiler, scratch, temporaryBytes }: PlannedOperation,
  given: BufferArgument | undefined,
  ranges: Readonly<Record<string, BufferRange>>,
  mayBeSame: readonly SamePair[] = [],
): BufferRange {
  const temporary = given === undefined ? scratch : firstBytes(bufferRange('temporary', given), temporaryBytes);
  if (!temporary) {
    throw refused(
      'invalid-option',
      'temporary',
      'undefined',
      `a buffer of at least ${temporaryBytes} bytes with ownTemporary: false`,
    );
  }
  requireDisjoint({ ...ranges, temporary }, mayBeSame);
  profiler?.begin();
  return temporary;
}
