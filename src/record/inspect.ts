import { refused } from '../errors.ts';
import { describePlan } from './describe.ts';
import type { OwnParts, PlannedOperation } from './operation.ts';
import type { Plan } from './plan.ts';
import { Profiler } from './profile.ts';

/** Checks the descriptor's options that both operations share. */
export function ownParts(
  device: GPUDevice,
  { ownTemporary, profile }: { ownTemporary?: boolean; profile?: boolean },
): OwnParts {
  const scratch = ownTemporary !== false;
  if (profile !== true) return { scratch };
  if (device.features.has('timestamp-query')) return { scratch, profiling: Profiler };
  throw refused('invalid-option', 'profile', 'true', "on a device with 'timestamp-query'");
}

/**
 * What every operation that is recorded has beside `encode`. Apart from it, so that calls on arrays bring along nothing that
 * describes or times. `plan`: what `describe` tells.
 */
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
