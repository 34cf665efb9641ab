import { requireBounds } from '../api/options.ts';
import { beginCall, operationParts, recorded, requireUsable } from '../api/recorded.ts';
import { type CallSegments, callSegments, requireFit, type SegmentsArgument } from '../api/segments_argument.ts';
import { requireCount, requireObject } from '../checks.ts';
import { refused } from '../errors.ts';
import { deviceFacts } from '../gpu/facts.ts';
import { memoized, type OperationParts, PlannedOperation } from '../gpu/operation.ts';
import { type BufferArgument, bufferRange, firstBytes } from '../gpu/ranges.ts';
import type { BufferRange } from '../gpu/recorder.ts';
import { typeBytes } from '../item_types.ts';
import type { PlanDescription } from '../plan/describe.ts';
import type { Plan, Region } from '../plan/plan.ts';
import type { PlanProfile } from '../plan/profile.ts';
import { copiedTuning, familyOf, requireTuned, type Tuning } from '../tuning/tuning.ts';
import { type ReduceAccess, reduceParts } from './context.ts';
import { loadedRequest, loadReduceStages } from './load.ts';
import type { Output } from './outputs.ts';
import { reducePlan } from './plan.ts';
import {
  type LoadedRequest,
  type ReduceRequest,
  type ReduceSpec,
  reduceRequest,
  type SegmentedReduceDescriptor,
} from './spec.ts';
import type { ReduceStages } from './stages.ts';

/** The buffers of one recorded reduce. */
export interface SegmentedReduceArguments {
  /** Elements of `type`, packed. */
  input: BufferArgument;
  /** One element a segment; with a list of operators one buffer for each. */
  output: BufferArgument | readonly BufferArgument[];
  /**
   * Of argmin and argmax: one u32 a segment. With a list of operators one buffer for each, undefined for the
   * others.
   */
  outputIndex?: BufferArgument | readonly (BufferArgument | undefined)[];
  /** They may overlap. */
  segments: SegmentsArgument;
  /** Left out: the smaller of `maxItems` and what `input` holds. */
  itemCount?: number;
  /** Scratch memory of at least `temporaryBytes`, any content. */
  temporary?: BufferArgument;
}

/** A segmented reduce with its kernels compiled, to be recorded any number of times. */
export interface SegmentedReduce {
  /** Bytes that `temporary` must hold if the caller brings it. */
  readonly temporaryBytes: number;
  /**
   * Records the reduce. Throws synchronously; records nothing then. An open compute pass is left with the reduce's own
   * pipeline, bind group 0 and immediate data: set yours again before you dispatch.
   *
   * @throws SegmentedError 'invalid-option', 'length-mismatch', 'limit-exceeded', 'missing-usage',
   *   'overlapping-buffers', 'shader-compile', 'destroyed', 'device-lost'
   */
  encode(encoder: GPUCommandEncoder | GPUComputePassEncoder, buffers: SegmentedReduceArguments): void;
  /** What `encode` records for an input whose buffer ends with its last item, as plain data. */
  describe(): PlanDescription;
  /**
   * GPU times and bytes of each pass of the last call encoded, which must have been submitted. Only of a plan made with
   * `profile: true`.
   */
  profile(): Promise<PlanProfile>;
  /** Frees the plan's buffers. Work already submitted is not disturbed. */
  destroy(): void;
}

const COMMON: ReduceAccess = { form: 'offsets', countOnGpu: false, wholeVectors: true };

/** Bytes of the vectors that kernels may read: WebGPU aligns every range past them. */
const VECTOR_BYTES = 16;

/** The buffers of the results, by the names of their arguments. */
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
        'none, but for argmin and argmax',
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

/** A phase of a reduce, on a device. */
export interface ReduceOperation {
  readonly spec: ReduceSpec;
  readonly operation: PlannedOperation;
  readonly planFor: (access: ReduceAccess) => Plan;
}

/** What a call of a reduce works on, its ranges in order. */
interface ReduceCall {
  /** The input's own bytes, and the outputs. */
  readonly ranges: Readonly<Record<string, BufferRange>> & { readonly input: BufferRange };
  readonly items: number;
  readonly call: CallSegments;
  /** Left out: the operation's own scratch memory. */
  readonly temporary?: BufferRange;
}

const vectorBytes = (bytes: number) => VECTOR_BYTES * Math.ceil(bytes / VECTOR_BYTES);

/** The range up to the end of its last vector: no other range begins within the same 256 bytes. */
function wholeVectorsOf(input: BufferRange): BufferRange {
  const { buffer, offset, size, maxSize = size } = input;
  const room = buffer.size - offset;
  return { ...input, size: vectorBytes(size), maxSize: Math.min(vectorBytes(maxSize), room - (room % VECTOR_BYTES)) };
}

/**
 * Records a reduce of any phase; host calls that are too long for a binding go through several. Outputs are then the
 * accumulators, or the results, beside the index of the chunk's first element.
 */
export function recordReduce(
  { operation, planFor }: ReduceOperation,
  encoder: GPUCommandEncoder | GPUComputePassEncoder,
  { ranges, items, call, temporary = operation.scratch as BufferRange }: ReduceCall,
): void {
  const { segments, size, form, countOnGpu } = call;
  const { input } = ranges;
  const wholeVectors = input.offset + vectorBytes(input.size) <= input.buffer.size;
  const plan = planFor({ form, countOnGpu, wholeVectors });
  // What is not read must be bound all the same: scratch ranges will do that no reading kernel has.
  const unread = (name: string): BufferRange => {
    const { offset, size: bytes } = plan.regions[name] as Region;
    return { buffer: temporary.buffer, offset: temporary.offset + offset, size: bytes };
  };
  const bound = {
    ...ranges,
    ...call.ranges,
    ...(wholeVectors ? { input: wholeVectorsOf(input) } : {}),
    ...(items === 0 ? { input: unread('sums') } : {}),
    ...(size > 0 ? { offsets: unread('counters') } : {}),
  };
  operation.record(encoder, plan, bound, temporary, { items, segments, size });
}

function encodeReduce(
  reduce: ReduceOperation,
  outputs: readonly Output[],
  encoder: GPUCommandEncoder | GPUComputePassEncoder,
  args: SegmentedReduceArguments,
): void {
  const { spec, operation } = reduce;
  requireUsable(operation, encoder, args);
  const { maxItems, maxSegments, type } = spec;
  const itemBytes = typeBytes(type);
  const input = bufferRange('input', args.input);
  const room = Math.min(maxItems, Math.floor(input.size / itemBytes));
  const items = args.itemCount === undefined ? room : requireCount('itemCount', args.itemCount, maxItems);
  const call = callSegments(args.segments, maxSegments);
  requireFit(call, items);
  const bytes = (count: number) => 4 * Math.ceil((itemBytes * count) / 4);
  const ranges = {
    input: firstBytes(input, bytes(items), bytes(maxItems)),
    ...outputRanges(outputs, spec, args, call.segments, maxSegments),
  };
  const temporary = beginCall(operation, args.temporary, { ...ranges, ...call.ranges });
  if (call.segments > 0) recordReduce(reduce, encoder, { ranges, items, call, temporary });
}

/** A request, and the stages that it runs by on a device. */
export interface LoadedReduce {
  readonly request: LoadedRequest;
  readonly stages: ReduceStages;
}

/** Loads all that any call of a reduce may need on the device, as the caller tuned it, which is checked. */
export async function loadReduce(device: GPUDevice, request: ReduceRequest, tuning: Tuning): Promise<LoadedReduce> {
  const facts = deviceFacts(device);
  await requireTuned(facts, tuning);
  const [loaded, stages] = await Promise.all([loadedRequest(request), loadReduceStages(familyOf(facts, tuning))]);
  return { request: loaded, stages };
}

/** The plan of a reduce's calls by offsets. */
export function plannedReduce(device: GPUDevice, stages: ReduceStages, spec: ReduceSpec, tuning: Tuning): Plan {
  return reducePlan(stages, spec, COMMON, deviceFacts(device), tuning);
}

/** Compiles a phase of a reduce. */
export async function reduceOperation(
  device: GPUDevice,
  stages: ReduceStages,
  spec: ReduceSpec,
  tuning: Tuning,
  parts: OperationParts = { scratch: true },
): Promise<ReduceOperation> {
  const facts = deviceFacts(device);
  const planFor = memoized((access: ReduceAccess) => reducePlan(stages, spec, access, facts, tuning));
  const operation = await PlannedOperation.create(device, 'segmented reduce', planFor(COMMON), parts);
  return { spec, operation, planFor };
}

/**
 * Makes a segmented reduce that records itself into the caller's command encoder: no readback, no submit, and no
 * allocation that grows with the data after this call. Cost of a call: O(items + segments).
 *
 * Several operators at once read the input once. Results of 8 and 16 bits lie packed in their outputs, as such items
 * do in inputs.
 *
 * @throws SegmentedError 'unsupported-type', 'invalid-option', 'limit-exceeded', 'shader-compile', 'device-lost',
 *   'out-of-memory'
 * @example
 * const room = { maxItems: 1 << 20, maxSegments: 1 << 16 };
 * const reduce = await createSegmentedReduce(device, { type: 'f32', op: 'sum', ...room });
 * const encoder = device.createCommandEncoder();
 * reduce.encode(encoder, { input, output, segments: { offsets, count: 1000 } });
 * device.queue.submit([encoder.finish()]);
 */
export async function createSegmentedReduce(
  device: GPUDevice,
  descriptor: SegmentedReduceDescriptor,
): Promise<SegmentedReduce> {
  requireObject('descriptor', descriptor);
  const request = reduceRequest('type', descriptor);
  const tuning = copiedTuning(descriptor.tuning);
  const bounds = requireBounds(descriptor);
  const parts = await operationParts(device, descriptor);
  const loaded = await loadReduce(device, request, tuning);
  const spec: ReduceSpec = { ...loaded.request, ...bounds, phase: 'whole' };
  const reduce = await reduceOperation(device, loaded.stages, spec, tuning, parts);
  const { outputs } = reduceParts(spec).results;
  return {
    // The kernels that ask nothing of how long the input's buffer is.
    ...recorded(reduce.operation, reduce.planFor({ ...COMMON, wholeVectors: false })),
    encode: (encoder, buffers) => encodeReduce(reduce, outputs, encoder, buffers),
  };
}
