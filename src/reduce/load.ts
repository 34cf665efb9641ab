import { elementOf } from '../operators/elements.ts';
import type { InitialWords } from '../operators/initial.ts';
import { operatorsOf } from '../operators/load.ts';
import type { Family } from '../tuning/tuning.ts';
import type { LoadedRequest, ReduceRequest } from './descriptor.ts';
import type { ReduceStages } from './plan.ts';

/** Checks the values that a request gives for empty segments. */
async function initialOf({ type, ops, listed, empty }: ReduceRequest): Promise<InitialWords> {
  if (!empty) return ops.map(() => undefined);
  const { checkedInitial } = await import('../operators/initial.ts');
  return checkedInitial(empty, type, ops, listed);
}

/** Loads the code that a request's operators and initial values need. */
export async function loadedRequest(request: ReduceRequest): Promise<LoadedRequest> {
  const { type, ops, accuracy } = request;
  const [initial, operators] = await Promise.all([initialOf(request), operatorsOf(elementOf(type), ops, accuracy)]);
  return { ...request, operators, initial };
}

/**
 * Loads the stages of a reduce for a kind of adapter. The import is dynamic, so that a page loads only the kernels of
 * its adapter.
 */
export async function loadReduceStages(family: Family): Promise<ReduceStages> {
  if (family === 'gpu') return (await import('./gpu.ts')).reduceGpu;
  return (await import('./software.ts')).reduceSoftware;
}
