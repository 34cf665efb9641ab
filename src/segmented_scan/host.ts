/**
 * The core's functions that a scan uses and that load modules. A scan's code is loaded too, and a loaded module must
 * not contain them.
 */
import { runArrayCall } from '../api/array_call.ts';
import { operationParts } from '../api/parts.ts';
import { submitOnce, withOperation } from '../api/run.ts';
import { memoized, PlannedOperation } from '../gpu/operation.ts';
import { loadedRequest } from '../reduce/load.ts';
import { requireRunnable } from '../tuning/tuning.ts';

export const HOST = {
  runArrayCall,
  submitOnce,
  withOperation,
  operationParts,
  memoized,
  createOperation: PlannedOperation.create,
  loadedRequest,
  requireRunnable,
};

export type Host = typeof HOST;
