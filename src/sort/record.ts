/** Records a sort whose arguments have been checked. */
import type { CallSegments } from '../api/recorded.ts';
import type { PlannedOperation } from '../gpu/operation.ts';
import { type BufferRange, sameRange } from '../gpu/ranges.ts';

import type { Plan } from '../plan/plan.ts';
import type { SortAccess } from './context.ts';

/** A sort on a device, and its plan for each kind of call. */
export interface SortOperation {
  readonly operation: PlannedOperation;
  readonly planFor: (access: SortAccess) => Plan;
}

/**
 * Records a call whose ranges and numbers have been checked. The default of `temporary` is the operation's scratch
 * memory.
 */
export function recordSort(
  { operation, planFor }: SortOperation,
  encoder: GPUCommandEncoder | GPUComputePassEncoder,
  ranges: Readonly<Record<string, BufferRange>>,
  items: number,
  { form, countOnGpu, segments, size, ranges: listed }: CallSegments,
  temporary = operation.scratch as BufferRange,
): void {
  const { keysIn, keysOut, valuesIn, valuesOut } = ranges;
  const inPlace = { keysInPlace: sameRange(keysIn, keysOut), valuesInPlace: sameRange(valuesIn, valuesOut) };
  const plan = planFor({ ...inPlace, form, countOnGpu });
  operation.record(encoder, plan, { ...ranges, ...listed }, temporary, { items, segments, size });
}
