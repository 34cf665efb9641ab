import { elementOf } from '../operators/elements.ts';
import { operatorsOf } from '../operators/load.ts';
import type { LoadedRequest, ReduceRequest } from './spec.ts';

/** Loads what a request's operators take. */
export async function loadedRequest(request: ReduceRequest): Promise<LoadedRequest> {
  const { type, ops, accuracy } = request;
  return { ...request, operators: await operatorsOf(elementOf(type), ops, accuracy) };
}
