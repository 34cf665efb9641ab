/** Transforms that callers record. */
import { requireBounds } from '../api/array_call.ts';
import {
  beginCall,
  type CallSegments,
  type CompiledPlan,
  callItems,
  callSegments,
  ofThisImplementation,
  operationOptions,
  recorded,
  requireFit,
  requireUsable,
  type SegmentsArgument,
} from '../api/recorded.ts';
import { refused, requireMembersOf } from '../checks.ts';
import { type BufferArgument, bufferRange, firstItems } from '../gpu/arguments.ts';
import { deviceFacts } from '../gpu/device.ts';
import { memoized, type OperationOptions, PlannedOperation } from '../gpu/operation.ts';
import { type BufferRange, sameRange, wholeVectorsOf } from '../gpu/ranges.ts';
import type { PlanDescription } from '../plan/describe.ts';
import type { Plan, Region } from '../plan/plan.ts';
import type { InternalTuning } from '../tuning/tuning.ts';
import type { SegmentedTransformDescriptor } from './descriptor.ts';
import { resultBytes } from './kernels.ts';
import { type ReadyTransform, readyTransform } from './load.ts';
import { type TransformAccess, type TransformSpec, transformPlan } from './plan.ts';

/** Buffers and counts of one recorded transform. */
export interface SegmentedTransformArguments {
  /** Items of `type`, packed. */
  input: BufferArgument;
  /**
   * One result an item, at the item's index; others are not written. It may be the range of `input`, if results are as
   * wide as items and no result depends on another item: not for `'diff'`, `'shift'`, and functions of `before`.
   */
  output: BufferArgument;
  /** The segments, which must not overlap. Results of items that two segments share are undefined. */
  segments: SegmentsArgument;
  /** Items of the call. Default: all that `input` holds, which may not be more than `maxItems`. */
  itemCount?: number;
  /** Scratch memory of at least `temporaryBytes` bytes, with any content. Required with `ownTemporary: false`. */
  temporary?: BufferArgument;
}

/** A transform with its kernels compiled, to be recorded any number of times. */
export interface SegmentedTransform extends CompiledPlan<SegmentedTransformArguments> {
  /** Describes, as plain data, what `encode` records for segments by offsets that are not transformed in place. */
  describe(): PlanDescription;
}

const ARGUMENTS = ['input', 'output', 'segments', 'itemCount', 'temporary'] as const;

const DESCRIPTOR = [
  ...(['type', 'transform', 'lag', 'fill', 'ddof', 'maxItems', 'maxSegments', 'maxSegmentSize'] as const),
  ...(['ownTemporary', 'profile', 'tuning'] as const),
] as const;

export const COMMON: TransformAccess = { form: 'offsets', countOnGpu: false, inPlace: false, wholeVectors: true };

/** A compiled transform. */
export interface TransformOperation {
  readonly spec: TransformSpec;
  readonly operation: PlannedOperation;
  readonly planFor: (access: TransformAccess) => Plan;
}

/** Compiles a transform. */
export async function transformOperation(
  device: GPUDevice,
  { stages }: ReadyTransform,
  spec: TransformSpec,
  tuning: InternalTuning,
  options: OperationOptions = { scratch: true },
): Promise<TransformOperation> {
  const facts = deviceFacts(device);
  const planFor = memoized((access: TransformAccess) => transformPlan(stages, spec, access, facts, tuning));
  const operation = await PlannedOperation.create(device, 'segmented transform', planFor(COMMON), options);
  return { spec, operation, planFor };
}

/** Records a transform whose ranges have been checked. */
export function recordTransform(
  { operation, planFor }: TransformOperation,
  encoder: GPUCommandEncoder | GPUComputePassEncoder,
  ranges: Readonly<Record<string, BufferRange>>,
  items: number,
  { segments, size, form, countOnGpu, ranges: ofSegments }: CallSegments,
  temporary = operation.scratch as BufferRange,
): void {
  const { input, output } = ranges as { readonly input: BufferRange; readonly output: BufferRange };
  const vectors = wholeVectorsOf(input);
  const plan = planFor({ form, countOnGpu, inPlace: sameRange(input, output), wholeVectors: vectors !== undefined });
  // WebGPU wants a buffer for every binding. `offsets` is not read with segments of one size. It gets a scratch range
  // that these kernels do not bind.
  const { offset, size: bytes } = plan.regions.starts as Region;
  const unread = { buffer: temporary.buffer, offset: temporary.offset + offset, size: bytes };
  const bound = {
    ...ranges,
    ...(vectors ? { input: vectors } : {}),
    ...ofSegments,
    ...(size > 0 ? { offsets: unread } : {}),
  };
  operation.record(encoder, plan, bound, temporary, { items, segments, size });
}

/** Refuses results in the place of items that other results still need. */
function requireOwnOutput({ readsOthers, name }: TransformSpec, input: BufferRange, output: BufferRange): void {
  if (!readsOthers || !sameRange(input, output)) return;
  const why = name === 'custom' ? 'a function of `before`' : `'${name}'`;
  throw refused('overlapping-buffers', 'output', `the range of input, with ${why}`, 'a range of its own');
}

function encodeTransform(
  transform: TransformOperation,
  encoder: GPUCommandEncoder | GPUComputePassEncoder,
  args: SegmentedTransformArguments,
): void {
  const { spec, operation } = transform;
  requireUsable(operation, encoder, args, ARGUMENTS);
  const { maxItems, maxSegments, element } = spec;
  const [input, output] = [bufferRange('input', args.input), bufferRange('output', args.output)];
  const items = callItems(args.itemCount, maxItems, [{ range: input, itemBytes: element.bytes }]);
  const call = callSegments(operation.device, args.segments, maxSegments);
  requireFit(call, items);
  const ranges = {
    input: firstItems(input, element.bytes, items, maxItems),
    output: firstItems(output, resultBytes(spec), items, maxItems),
  };
  requireOwnOutput(spec, ranges.input, ranges.output);
  const mayBeSame = element.bytes === resultBytes(spec) ? ([['input', 'output']] as const) : [];
  const temporary = beginCall(operation, encoder, args.temporary, { ...ranges, ...call.ranges }, mayBeSame);
  if (call.segments === 0 || items === 0) return;
  ofThisImplementation(() => recordTransform(transform, encoder, ranges, items, call, temporary));
}

/** Makes a transform that the caller records. `createSegmentedTransform` calls it. */
export async function makeTransform(
  device: GPUDevice,
  descriptor: SegmentedTransformDescriptor,
  tuning: InternalTuning,
): Promise<SegmentedTransform> {
  requireMembersOf('descriptor', descriptor, DESCRIPTOR);
  const bounds = requireBounds(descriptor);
  const options = await operationOptions(device, descriptor);
  const ready = await readyTransform(device, descriptor, tuning, 'type');
  const made = await transformOperation(device, ready, { ...ready.request, ...bounds }, tuning, options);
  return {
    ...recorded(made.operation, made.planFor({ ...COMMON, wholeVectors: false })),
    encode: (encoder, buffers) => encodeTransform(made, encoder, buffers),
  };
}
