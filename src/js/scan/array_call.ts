/** A scan of arrays, loaded by the first of them. */
import type { CheckedCall } from '../../api/array_call.ts';
import type { HostItems } from '../../api/arrays.ts';
import type { CheckedOp } from '../../operators/operators.ts';
import { scanRequest } from '../../segmented_scan/descriptor.ts';
import { inChunks, itemsOf, requireRare, spansOf } from '../call.ts';
import { viewOf } from '../numbers.ts';
import { functionsOf, initialsOf, type ReduceModules } from '../reduce/modules.ts';
import { scannerOf } from './scanners.ts';

/** Copies of the operator and of the options for it, not yet checked. */
interface GivenScan extends Readonly<Record<'op' | 'exclusive' | 'reverse' | 'initial', unknown>> {
  readonly modules: ReduceModules;
}

/** Scans by an operator. */
export async function scanHost(call: CheckedCall, values: HostItems, given: GivenScan): Promise<unknown> {
  const request = scanRequest('values', { type: values.type, ...given });
  const { type, ops } = request.reduce;
  const [single] = ops as [CheckedOp];
  const [functions] = functionsOf(request.reduce, given);
  const [initial] = initialsOf(request.reduce, given);
  requireRare(call);
  const input = itemsOf(call, values);
  const spans = spansOf(call.segments);
  const { exclusive, reverse } = request;
  const { bytes, length } = input;
  const scanner = scannerOf({ type, bytes, length, spans, initial, exclusive, reverse }, single, functions);
  await inChunks(spans, call.itemCount, call, 1, (first, last) => scanner.run(first, last));
  const keeps = typeof single === 'string' && scanner.type === input.type;
  return keeps ? input.like(scanner.results) : viewOf(scanner.type as 'f32', scanner.results);
}
