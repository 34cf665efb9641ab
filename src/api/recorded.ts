/**
 * The common parts of operations that callers record themselves: checks of encoders and buffers, descriptions, times.
 * Calls on arrays do not load this file.
 */

import { requireObject } from '../checks.ts';
import { refused } from '../errors.ts';
import { requireDevice } from '../gpu/device_state.ts';
import type { OperationParts, PlannedOperation } from '../gpu/operation.ts';
import { type BufferArgument, bufferRange, firstBytes, requireDisjoint, type SamePair } from '../gpu/ranges.ts';
import type { BufferRange } from '../gpu/recorder.ts';
import { describePlan } from '../plan/describe.ts';
import type { Plan } from '../plan/plan.ts';

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

/** The members that every operation has in addition to `encode`. `describe` describes `plan`. */
export function recorded(operation: PlannedOperation, plan: Plan) {
  return {
    temporaryBytes: operation.temporaryBytes,
    describe: () => describePlan(plan),
    /** Times of the last call's passes. */
    async profile() {
      operation.requireAlive();
      if (operation.profiler) return operation.profiler.read();
      throw refused('invalid-option', 'profile', 'undefined', 'profile() of a plan made with profile: true');
    },
    destroy: () => operation.destroy(),
  };
}

/** Checks the arguments that every `encode` shares. */
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
 * Finds the scratch range of a call: the caller's range, or otherwise the plan's. Checks that no ranges of the call
 * overlap, then begins the call. `mayBeSame` lists the pairs that may be one range.
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
