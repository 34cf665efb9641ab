/** Histograms that callers record. */
import { requireBounds } from '../../api/array_call.ts';
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
} from '../../api/recorded.ts';
import { requireMembersOf } from '../../checks.ts';
import { type BufferArgument, bufferRange, firstItems } from '../../gpu/arguments.ts';
import { deviceFacts, zerosOf } from '../../gpu/device.ts';
import { memoized, type OperationOptions, PlannedOperation } from '../../gpu/operation.ts';
import type { BufferRange } from '../../gpu/ranges.ts';
import { NUMBER_TYPES, type NumberType } from '../../item_types.ts';
import type { PlanDescription } from '../../plan/describe.ts';
import type { Plan, Region } from '../../plan/plan.ts';
import { keyTraits, keyWidth } from '../../sort/kernels.ts';
import { type InternalTuning, requireRunnable } from '../../tuning/tuning.ts';
import { checkedBins, requireNumberItems, type SegmentedHistogramDescriptor } from '../descriptor.ts';
import { type HistogramStages, loadHistogramStages } from '../load.ts';
import { leastKeys } from './least_keys.ts';
import { type HistogramAccess, type HistogramRequest, type HistogramSpec, histogramPlan } from './plan.ts';

/** Buffers and counts of one recorded histogram. */
export interface SegmentedHistogramArguments {
  /** Items of `type`, packed. */
  input: BufferArgument;
  /** Receives one u32 a segment and bin, row-major: segments × bins. */
  output: BufferArgument;
  /** The segments. They may overlap. */
  segments: SegmentsArgument;
  /** Items of the call. Default: all that `input` holds, which may not be more than `maxItems`. */
  itemCount?: number;
  /** Scratch memory of at least `temporaryBytes` bytes, with any content. Required with `ownTemporary: false`. */
  temporary?: BufferArgument;
}

/** A histogram with its kernels compiled, to be recorded any number of times. */
export interface SegmentedHistogram extends CompiledPlan<SegmentedHistogramArguments> {
  /** Describes, as plain data, what `encode` records for segments by offsets. */
  describe(): PlanDescription;
}

/** A checked request, and the stages for a device. */
export interface ReadyHistogram {
  readonly request: HistogramRequest;
  readonly stages: HistogramStages;
}

/** Checks the bins, the type of the items and the tuning, and loads the stages. */
export async function readyHistogram(
  device: GPUDevice,
  given: { readonly type: unknown } & Parameters<typeof checkedBins>[0],
  tuning: InternalTuning,
  argument: 'type' | 'values',
): Promise<ReadyHistogram> {
  requireNumberItems(argument, given.type, NUMBER_TYPES);
  const keyType = given.type as NumberType;
  const bins = checkedBins(given);
  await requireRunnable(device, tuning);
  const order = { keyType, order: 'ascending', beginBit: 0, endBit: keyWidth(keyType), zerosTie: false } as const;
  const request = { order, bins: bins.edges.length - 1, least: leastKeys(keyType, bins) };
  return { request, stages: await loadHistogramStages(deviceFacts(device), tuning) };
}

/** A compiled histogram. */
export interface HistogramOperation {
  readonly spec: HistogramSpec;
  readonly operation: PlannedOperation;
  readonly planFor: (access: HistogramAccess) => Plan;
}

const COMMON: HistogramAccess = { form: 'offsets', countOnGpu: false };

/** Compiles a histogram, for calls whose segments have the form `access`. */
export async function histogramOperation(
  device: GPUDevice,
  { stages }: ReadyHistogram,
  spec: HistogramSpec,
  tuning: InternalTuning,
  access = COMMON,
  options: OperationOptions = { scratch: true },
): Promise<HistogramOperation> {
  const facts = deviceFacts(device);
  const planFor = memoized((of: HistogramAccess) => histogramPlan(stages, spec, of, facts, tuning));
  const operation = await PlannedOperation.create(device, 'segmented histogram', planFor(access), options);
  return { spec, operation, planFor };
}

/** Records a call whose ranges have been checked. */
export function recordHistogram(
  { operation, planFor }: HistogramOperation,
  encoder: GPUCommandEncoder | GPUComputePassEncoder,
  ranges: Readonly<Record<string, BufferRange>>,
  items: number,
  { segments, size, form, countOnGpu, ranges: ofSegments }: CallSegments,
  temporary = operation.scratch as BufferRange,
): void {
  const plan = planFor({ form, countOnGpu });
  const { offset, size: bytes } = plan.regions.starts as Region;
  const bound = {
    input: items === 0 ? { ...zerosOf(operation.device, 1), size: 8 } : (ranges.input as BufferRange),
    totals: ranges.output as BufferRange,
    ...ofSegments,
    // Segments of one size have no offsets. These kernels bind a range for them that they do not read.
    ...(size > 0 ? { offsets: { buffer: temporary.buffer, offset: temporary.offset + offset, size: bytes } } : {}),
  };
  operation.record(encoder, plan, bound, temporary, { items, segments, size });
}

const ARGUMENTS = ['input', 'output', 'segments', 'itemCount', 'temporary'] as const;

const DESCRIPTOR = [
  ...(['type', 'bins', 'range', 'edges', 'maxItems', 'maxSegments', 'maxSegmentSize'] as const),
  ...(['ownTemporary', 'profile', 'tuning'] as const),
] as const;

function encodeHistogram(
  histogram: HistogramOperation,
  encoder: GPUCommandEncoder | GPUComputePassEncoder,
  args: SegmentedHistogramArguments,
): void {
  const { spec, operation } = histogram;
  requireUsable(operation, encoder, args, ARGUMENTS);
  const { maxItems, maxSegments, order, bins } = spec;
  const { bytes } = keyTraits(order);
  const [input, output] = [bufferRange('input', args.input), bufferRange('output', args.output)];
  const items = callItems(args.itemCount, maxItems, [{ range: input, itemBytes: bytes }]);
  const call = callSegments(operation.device, args.segments, maxSegments);
  requireFit(call, items);
  const ranges = {
    input: firstItems(input, bytes, items, maxItems),
    output: firstItems(output, 4 * bins, call.segments, maxSegments),
  };
  const temporary = beginCall(operation, encoder, args.temporary, { ...ranges, ...call.ranges });
  if (call.segments === 0) return;
  ofThisImplementation(() => recordHistogram(histogram, encoder, ranges, items, call, temporary));
}

/** Makes a histogram that the caller records. `createSegmentedHistogram` calls it. */
export async function makeHistogram(
  device: GPUDevice,
  descriptor: SegmentedHistogramDescriptor,
  tuning: InternalTuning,
): Promise<SegmentedHistogram> {
  requireMembersOf('descriptor', descriptor, DESCRIPTOR);
  const bounds = requireBounds(descriptor);
  const options = await operationOptions(device, descriptor);
  const ready = await readyHistogram(device, descriptor, tuning, 'type');
  const made = await histogramOperation(device, ready, { ...ready.request, ...bounds }, tuning, COMMON, options);
  return {
    ...recorded(made.operation, made.planFor(COMMON)),
    encode: (encoder, buffers) => encodeHistogram(made, encoder, buffers),
  };
}
