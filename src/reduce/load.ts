import { elementOf } from '../operators/elements.ts';
import type { InitialWords } from '../operators/initial.ts';
import { operatorsOf } from '../operators/load.ts';
import type { Family } from '../tuning/tuning.ts';
import type { LoadedRequest, ReduceRequest } from './spec.ts';
import type { ReduceStages } from './stages.ts';

/** Checks what a request gives for empty segments. */
async function initialOf({ type, ops, listed, empty }: ReduceRequest): Promise<InitialWords> {
  if (!empty) return ops.map(() => undefined);
  const { checkedInitial } = await import('../operators/initial.ts');
  return checkedInitial(empty, type, ops, listed);
}

/** Loads what a request's operators and its initial values take. */
export async function loadedRequest(request: ReduceRequest): Promise<LoadedRequest> {
  const { type, ops, accuracy } = request;
  const [initial, operators] = await Promise.all([initialOf(request), operatorsOf(elementOf(type), ops, accuracy)]);
  return { ...request, operators, initial };
}

/**
 * The stages of a reduce on a kind of adapter. Loaded when a reduce is made: a page has the kernels of its own adapter
 * alone.
 */
export async function loadReduceStages(family: Family): Promise<ReduceStages> {
  if (family === 'gpu') return (await import('./gpu.ts')).reduceGpu;
  return (await import('./software.ts')).reduceSoftware;
}
