import { elementOf } from '../operators/elements.ts';
import { operatorsOf } from '../operators/load.ts';
import type { Family } from '../tuning/tuning.ts';
import type { LoadedRequest, ReduceRequest } from './spec.ts';
import type { ReduceStages } from './stages.ts';

/** Loads what a request's operators take. */
export async function loadedRequest(request: ReduceRequest): Promise<LoadedRequest> {
  const { type, ops, accuracy } = request;
  return { ...request, operators: await operatorsOf(elementOf(type), ops, accuracy) };
}

/**
 * The stages of a reduce on a kind of adapter. Loaded when a reduce is made: a page has the kernels of its own adapter
 * alone.
 */
export async function loadReduceStages(family: Family): Promise<ReduceStages> {
  if (family === 'gpu') return (await import('./gpu.ts')).reduceGpu;
  return (await import('./software.ts')).reduceSoftware;
}
