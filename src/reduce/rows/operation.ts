/** Compiles a reduce of rows, and records calls whose arguments have been checked. */
import type { CallSegments } from '../../api/recorded.ts';
import { deviceFacts } from '../../gpu/device.ts';
import { memoized, type OperationOptions, PlannedOperation } from '../../gpu/operation.ts';
import type { BufferRange } from '../../gpu/ranges.ts';
import type { CallNumbers, Plan, Region } from '../../plan/plan.ts';
import type { InternalTuning } from '../../tuning/tuning.ts';
import type { ReduceStages } from '../plan.ts';
import type { RowsAccess, RowsSpec } from './context.ts';
import { rowsPlan } from './plan.ts';

export const COMMON: RowsAccess = { form: 'offsets', countOnGpu: false };

export interface RowsOperation {
  readonly spec: RowsSpec;
  readonly operation: PlannedOperation;
  readonly planFor: (access: RowsAccess) => Plan;
  /** The numbers of the plan, by those of a call on rows. Default: the same. */
  readonly numbers?: (ofRows: CallNumbers) => CallNumbers;
}

export async function rowsOperation(
  device: GPUDevice,
  stages: ReduceStages,
  spec: RowsSpec,
  tuning: InternalTuning,
  options: OperationOptions = { scratch: true },
): Promise<RowsOperation> {
  const facts = deviceFacts(device);
  const planFor = memoized((access: RowsAccess) => rowsPlan(stages, spec, access, facts, tuning));
  const operation = await PlannedOperation.create(device, 'segmented reduce of rows', planFor(COMMON), options);
  return { spec, operation, planFor };
}

/** Records a call. `items` are the rows of all segments. */
export function recordRows(
  { spec, operation, planFor, numbers = (ofRows) => ofRows }: RowsOperation,
  encoder: GPUCommandEncoder | GPUComputePassEncoder,
  ranges: Readonly<Record<string, BufferRange>>,
  items: number,
  { segments, size, form, countOnGpu, ranges: ofSegments }: CallSegments,
  temporary = operation.scratch as BufferRange,
): void {
  const plan = planFor({ form, countOnGpu });
  // WebGPU wants a buffer for every binding. Bindings that no kernel reads get a scratch range that the kernel lacks.
  const unread = (name: string): BufferRange => {
    const { offset, size: bytes } = plan.regions[name] as Region;
    return { buffer: temporary.buffer, offset: temporary.offset + offset, size: bytes };
  };
  const bound = {
    ...ranges,
    ...ofSegments,
    ...(items === 0 ? { [spec.gathers ? 'rowsIn' : 'input']: unread('sums'), weightsIn: unread('counters') } : {}),
    ...(size > 0 ? { offsets: unread('counters') } : {}),
  };
  operation.record(encoder, plan, bound, temporary, numbers({ items, segments, size }));
}
