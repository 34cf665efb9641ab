import {
  beginCall,
  type CallSegments,
  type CompiledPlan,
  callItems,
  callSegments,
  ofThisImplementation,
  recorded,
  requireFit,
  requireUsable,
  type SegmentsArgument,
} from '../api/recorded.ts';
import { refused, requireMembersOf } from '../checks.ts';
import { deviceFacts } from '../gpu/device.ts';
import { memoized, type OperationOptions, PlannedOperation } from '../gpu/operation.ts';
import { type BufferArgument, type BufferRange, bufferRange, firstBytes, wholeVectorsOf } from '../gpu/ranges.ts';
import { typeBytes } from '../item_types.ts';
import type { PlanDescription } from '../plan/describe.ts';
import type { Plan, Region } from '../plan/plan.ts';
import { familyOf, type InternalTuning, requireRunnable } from '../tuning/tuning.ts';
import type { LoadedRequest, ReduceRequest, ReduceSpec, SegmentedReduceDescriptor } from './descriptor.ts';
import type { Output, ReduceAccess } from './kernels.ts';
import { loadedRequest, loadReduceStages } from './load.ts';
import { type ReduceStages, reducePlan } from './plan.ts';

export const COMMON: ReduceAccess = { form: 'offsets', countOnGpu: false, wholeVectors: true };

/** A request with its operators loaded, and the stages for a device. */
export interface LoadedReduce {
  readonly request: LoadedRequest;
  readonly stages: ReduceStages;
}

/** Checks the tuning and loads all code that any call of the reduce may need on the device. */
export async function loadReduce(
  device: GPUDevice,
  request: ReduceRequest,
  tuning: InternalTuning,
): Promise<LoadedReduce> {
  await requireRunnable(device, tuning);
  const family = familyOf(deviceFacts(device), tuning);
  const [loaded, stages] = await Promise.all([loadedRequest(request), loadReduceStages(family)]);
  return { request: loaded, stages };
}

/** The plan of a reduce for segments given by offsets. */
export function plannedReduce(device: GPUDevice, stages: ReduceStages, spec: ReduceSpec, tuning: InternalTuning): Plan {
  return reducePlan(stages, spec, COMMON, deviceFacts(device), tuning);
}

/** Compiles one phase of a reduce. */
export async function reduceOperation(
  device: GPUDevice,
  stages: ReduceStages,
  spec: ReduceSpec,
  tuning: InternalTuning,
  options: OperationOptions = { scratch: true },
): Promise<ReduceOperation> {
  const facts = deviceFacts(device);
  const planFor = memoized((access: ReduceAccess) => reducePlan(stages, spec, access, facts, tuning));
  const operation = await PlannedOperation.create(device, 'segmented reduce', planFor(COMMON), options);
  return { spec, operation, planFor };
}

// Records a phase of a reduce whose arguments have been checked.

/** A compiled phase of a reduce. */
export interface ReduceOperation {
  readonly spec: ReduceSpec;
  readonly operation: PlannedOperation;
  readonly planFor: (access: ReduceAccess) => Plan;
}

/** The checked arguments of one call. */
interface ReduceCall {
  /** The input, without the rest of its last vector, and the outputs. */
  readonly ranges: Readonly<Record<string, BufferRange>> & { readonly input: BufferRange };
  readonly items: number;
  readonly call: CallSegments;
  /** Default: the scratch memory that the operation holds. */
  readonly temporary?: BufferRange;
}

/**
 * Records one phase of a reduce. Outputs are results or accumulators. The ranges of the phase `chunk` also hold
 * `indexBase`, the index of the chunk's first element in its segment.
 */
export function recordReduce(
  { operation, planFor }: ReduceOperation,
  encoder: GPUCommandEncoder | GPUComputePassEncoder,
  { ranges, items, call, temporary = operation.scratch as BufferRange }: ReduceCall,
): void {
  const { segments, size, form, countOnGpu } = call;
  const { input } = ranges;
  const vectors = wholeVectorsOf(input);
  const wholeVectors = vectors !== undefined;
  const plan = planFor({ form, countOnGpu, wholeVectors });
  // WebGPU wants a buffer for every binding. Bindings that no kernel reads get a scratch range that the kernel lacks.
  const unread = (name: string): BufferRange => {
    const { offset, size: bytes } = plan.regions[name] as Region;
    return { buffer: temporary.buffer, offset: temporary.offset + offset, size: bytes };
  };
  const bound = {
    ...ranges,
    ...call.ranges,
    ...(vectors ? { input: vectors } : {}),
    ...(items === 0 ? { input: unread('sums') } : {}),
    ...(size > 0 ? { offsets: unread('counters') } : {}),
  };
  operation.record(encoder, plan, bound, temporary, { items, segments, size });
}

// A reduce that a caller records.

/** Buffers and counts of one recorded reduce. */
export interface SegmentedReduceArguments {
  /** Elements of `type`, packed. */
  input: BufferArgument;
  /** One element a segment. With a list of operators: a list of buffers, one for each operator. */
  output: BufferArgument | readonly BufferArgument[];
  /**
   * Indices of argmin and argmax: one u32 a segment. With a list of operators: a list of buffers, `undefined` for other
   * operators.
   */
  outputIndex?: BufferArgument | readonly (BufferArgument | undefined)[];
  /** The segments, which may overlap. */
  segments: SegmentsArgument;
  /**
   * Items of the input. Default: all that `input` holds, which may not be more than `maxItems`. Give it where the
   * buffer is longer than its content, and for the exact number of 8- and 16-bit items.
   */
  itemCount?: number;
  /** Scratch memory of at least `temporaryBytes` bytes, with any content. Required with `ownTemporary: false`. */
  temporary?: BufferArgument;
}

/** A segmented reduce with its kernels compiled, to be recorded any number of times. */
export interface SegmentedReduce extends CompiledPlan<SegmentedReduceArguments> {
  /** Describes, as plain data, what `encode` records for an input whose buffer ends with its last item. */
  describe(): PlanDescription;
}

const ARGUMENTS = ['input', 'output', 'outputIndex', 'segments', 'itemCount', 'temporary'] as const;

const DESCRIPTOR = [
  'type',
  'op',
  'initial',
  'whenEmpty',
  'accuracy',
  'maxItems',
  'maxSegments',
  'maxSegmentSize',
  'ownTemporary',
  'profile',
  'tuning',
] as const;

/** Refuses members that the descriptor of a reduce does not have. */
export function requireDescriptor(given: SegmentedReduceDescriptor): void {
  requireMembersOf('descriptor', given, DESCRIPTOR);
}

/** Checks the buffers of the results and returns their ranges by argument name. */
function outputRanges(
  outputs: readonly Output[],
  { ops, listed }: ReduceRequest,
  args: SegmentedReduceArguments,
  segments: number,
  maxSegments: number,
): Record<string, BufferRange> {
  const isArg = ops.map((_, i) => outputs.some(({ operator, name }) => operator === i && name === 'outputIndex'));
  const lists = { output: args.output, outputIndex: args.outputIndex };
  for (const [name, given] of Object.entries(lists)) {
    const isList = Array.isArray(given);
    if (given !== undefined && (isList !== listed || (isList && given.length !== ops.length))) {
      throw refused(
        'invalid-option',
        name,
        isList ? `a list of ${given.length}` : 'one buffer',
        listed ? `a list of ${ops.length}, one for each operator` : 'one buffer',
      );
    }
  }
  const at = (given: unknown, i: number) => (listed ? (given as unknown[] | undefined)?.[i] : given);
  isArg.forEach((wanted, i) => {
    if (!wanted && at(args.outputIndex, i) !== undefined) {
      throw refused(
        'invalid-option',
        listed ? `outputIndex[${i}]` : 'outputIndex',
        'given',
        'no buffer, except with argmin and argmax',
      );
    }
  });
  const ranges: Record<string, BufferRange> = {};
  for (const { argument, name, operator, bytes } of outputs) {
    const range = bufferRange(argument, at(lists[name], operator) as BufferArgument | undefined);
    const room = (count: number) => 4 * Math.ceil((bytes * count) / 4);
    ranges[argument] = firstBytes(range, room(segments), room(maxSegments));
  }
  return ranges;
}

function encodeReduce(
  reduce: ReduceOperation,
  outputs: readonly Output[],
  encoder: GPUCommandEncoder | GPUComputePassEncoder,
  args: SegmentedReduceArguments,
): void {
  const { spec, operation } = reduce;
  requireUsable(operation, encoder, args, ARGUMENTS);
  const { maxItems, maxSegments, type } = spec;
  const itemBytes = typeBytes(type);
  const input = bufferRange('input', args.input);
  const items = callItems(args.itemCount, maxItems, [{ range: input, itemBytes }]);
  const call = callSegments(operation.device, args.segments, maxSegments);
  requireFit(call, items);
  const bytes = (count: number) => 4 * Math.ceil((itemBytes * count) / 4);
  const ranges = {
    input: firstBytes(input, bytes(items), bytes(maxItems)),
    ...outputRanges(outputs, spec, args, call.segments, maxSegments),
  };
  const temporary = beginCall(operation, encoder, args.temporary, { ...ranges, ...call.ranges });
  if (call.segments === 0) return;
  ofThisImplementation(() => recordReduce(reduce, encoder, { ranges, items, call, temporary }));
}

/** The members of a reduce. `plan` is the one that `describe` describes. */
export function recordedReduce(reduce: ReduceOperation, outputs: readonly Output[], plan: Plan): SegmentedReduce {
  return {
    ...recorded(reduce.operation, plan),
    encode: (encoder, buffers) => encodeReduce(reduce, outputs, encoder, buffers),
  };
}
