/**
 * The parts of the core that a scan needs and that load further modules themselves. The scan is loaded when it is first
 * called, and a module that is loaded so must not contain them.
 */
import { runArrayCall } from '../api/array_call.ts';
import { operationParts } from '../api/parts.ts';
import { submitOnce, withOperation } from '../api/run.ts';
import { memoized, PlannedOperation } from '../gpu/operation.ts';
import { loadedRequest } from '../reduce/load.ts';
import { requireTuned } from '../tuning/tuning.ts';

export const HOST = {
  runArrayCall,
  submitOnce,
  withOperation,
  operationParts,
  memoized,
  createOperation: PlannedOperation.create,
  loadedRequest,
  requireTuned,
};

export type Host = typeof HOST;
