/** Quantiles that callers record themselves. */
import { type Bounds, requireBounds } from '../../api/array_call.ts';
import {
  beginCall,
  type CallSegments,
  callItems,
  callSegments,
  ofThisImplementation,
  operationOptions,
  recorded,
  requireFit,
  requireUsable,
} from '../../api/recorded.ts';
import type { HoldsLength } from '../../api/segments.ts';
import { refused, requireMembersOf, requireOneOf } from '../../checks.ts';
import { bufferRange, firstItems } from '../../gpu/arguments.ts';
import { deviceFacts } from '../../gpu/device.ts';
import { memoized, type OperationOptions, PlannedOperation } from '../../gpu/operation.ts';
import type { BufferRange } from '../../gpu/ranges.ts';
import type { Plan } from '../../plan/plan.ts';
import { keyOrder } from '../../sort/descriptor.ts';
import { keyTraits } from '../../sort/kernels.ts';
import { loadSort } from '../../sort/load.ts';
import {
  copiedTuning,
  type FamilyTuning,
  type InternalTuning,
  requireRunnable,
  tuningTable,
} from '../../tuning/tuning.ts';
import { itemNumbers, windowRoom } from '../kernels.ts';
import { loadSelectStages } from '../load.ts';
import { checkedWindows, windowItemsOut } from '../window_items.ts';
import {
  checkedQuantiles,
  type SegmentedQuantile,
  type SegmentedQuantileArguments,
  type SegmentedQuantileDescriptor,
} from './descriptor.ts';
import { type QuantileAccess, type QuantileSpec, type QuantileStages, quantilePlan, sortedQuantiles } from './plan.ts';

/** Compiled quantiles, and their plan for each kind of call. */
export interface QuantileOperation {
  readonly spec: QuantileSpec;
  readonly operation: PlannedOperation;
  readonly planFor: (access: QuantileAccess) => Plan;
}

/** Whether a plan sorts whole segments. Its searches would take longer. */
export function sortsQuantiles(
  { sort: { quantiles } }: Pick<FamilyTuning, 'sort'>,
  { quantiles: list, maxItems, maxSegments, maxSegmentSize }: Pick<QuantileSpec, 'quantiles' | keyof Bounds>,
): boolean {
  return list.length >= quantiles.from || Math.min(maxItems / maxSegments, maxSegmentSize) < quantiles.below;
}

/** Checks the tuning, and loads the stages of quantiles, and those of a sort for many of them. */
export async function quantileStages(
  device: GPUDevice,
  spec: QuantileSpec,
  tuning: InternalTuning,
): Promise<QuantileStages> {
  await requireRunnable(device, tuning);
  const facts = deviceFacts(device);
  const select = await loadSelectStages(facts, tuning);
  if (!sortsQuantiles(tuningTable(select.deviceTable(facts), tuning), spec)) return { select };
  const sort = await loadSort(device, tuning, { ...spec, valueBytes: 0 });
  return { select, sorted: sortedQuantiles(select, sort) };
}

export async function quantileOperation(
  device: GPUDevice,
  stages: QuantileStages,
  spec: QuantileSpec,
  tuning: InternalTuning,
  access: QuantileAccess,
  holds?: HoldsLength,
  options: OperationOptions = { scratch: true },
  makePlan = quantilePlan,
): Promise<QuantileOperation> {
  const facts = deviceFacts(device);
  const planFor = memoized((of: QuantileAccess) => makePlan(stages, spec, of, facts, tuning, holds));
  const operation = await PlannedOperation.create(device, 'segmented quantile', planFor(access), options);
  return { spec, operation, planFor };
}

/** The numbers and ranges of a checked call. */
export interface QuantileCall {
  readonly access: Omit<QuantileAccess, 'form' | 'countOnGpu'>;
  readonly ranges: Readonly<Record<string, BufferRange>>;
  readonly items: number;
  readonly call: CallSegments;
  readonly temporary?: BufferRange;
}

export function recordQuantile(
  { spec, operation, planFor }: QuantileOperation,
  encoder: GPUCommandEncoder | GPUComputePassEncoder,
  { access, ranges, items, call, temporary = operation.scratch as BufferRange }: QuantileCall,
): void {
  const { form, countOnGpu, segments, size } = call;
  const plan = planFor({ ...access, form, countOnGpu });
  const unread = plan.regions.counters;
  // Segments of one size have no offsets. Kernels that have the binding do not read it.
  const offsets =
    size > 0 && unread
      ? { offsets: { buffer: temporary.buffer, offset: temporary.offset + unread.offset, size: unread.size } }
      : {};
  const numbers = { ...itemNumbers(spec, call, items), segments, size };
  operation.record(encoder, plan, { ...ranges, ...offsets, ...call.ranges }, temporary, numbers);
}

const OUTPUTS = ['keysLow', 'keysHigh', 'countsOut'] as const;

function checkedCall(device: GPUDevice, spec: QuantileSpec, args: SegmentedQuantileArguments): QuantileCall {
  const { maxItems, maxSegments, quantiles } = spec;
  if (OUTPUTS.every((name) => args[name] === undefined)) {
    throw refused('invalid-option', 'buffers', 'no output', `at least one of ${OUTPUTS.join(', ')}`);
  }
  const { bytes } = keyTraits(spec);
  const keysIn = bufferRange('keysIn', args.keysIn);
  const items = callItems(args.itemCount, maxItems, [{ range: keysIn, itemBytes: bytes }]);
  const call = callSegments(device, args.segments, maxSegments);
  requireFit(call, items);
  const ranges: Record<string, BufferRange> = {
    keysIn: firstItems(keysIn, bytes, items, maxItems),
  };
  for (const name of OUTPUTS) {
    if (args[name] === undefined) continue;
    const each = name === 'countsOut' ? 4 : bytes * quantiles.length;
    const range = bufferRange(name, args[name]);
    ranges[name] = firstItems(range, each, call.segments, maxSegments);
  }
  const access = {
    low: args.keysLow !== undefined,
    high: args.keysHigh !== undefined,
    counts: args.countsOut !== undefined,
    ...(args.windowItemsOut === undefined ? {} : { windowItems: true }),
  };
  return { access, ranges: { ...ranges, ...windowItemsOut(spec, args, call) }, items, call };
}

const ARGUMENTS = ['keysIn', ...OUTPUTS, 'windowItemsOut', 'segments', 'itemCount', 'temporary'] as const;

const DESCRIPTOR = [
  'keyType',
  'quantiles',
  'nan',
  'maxItems',
  'maxWindowItems',
  'maxSegments',
  'maxSegmentSize',
  'ownTemporary',
  'profile',
  'tuning',
] as const;

export async function createQuantile(
  device: GPUDevice,
  descriptor: SegmentedQuantileDescriptor,
): Promise<SegmentedQuantile> {
  const tuning = copiedTuning(descriptor.tuning);
  const quantiles = checkedQuantiles(descriptor.quantiles);
  if (quantiles.length === 0) throw refused('invalid-option', 'quantiles', 'an empty list', 'at least one number');
  requireMembersOf('descriptor', descriptor, DESCRIPTOR);
  const { nan = 'propagate', keyType } = descriptor;
  requireOneOf('nan', nan, ['propagate', 'omit'], 'invalid-option');
  const order = keyOrder({ keyType }, 'keyType');
  const bounds = { ...requireBounds(descriptor), ...checkedWindows(descriptor) };
  const spec: QuantileSpec = { ...order, ...bounds, quantiles, omitsNans: nan === 'omit' };
  const options = await operationOptions(device, descriptor);
  const stages = await quantileStages(device, { ...spec, maxItems: windowRoom(spec) }, tuning);
  const makePlan = spec.maxWindowItems === undefined ? undefined : (await import('./windows.ts')).windowedQuantilePlan;
  const access: QuantileAccess = { low: true, high: true, counts: false, form: 'offsets', countOnGpu: false };
  const made = await quantileOperation(device, stages, spec, tuning, access, undefined, options, makePlan);
  const { operation } = made;
  return {
    ...recorded(operation, made.planFor(access)),
    encode(encoder, buffers) {
      requireUsable(operation, encoder, buffers, ARGUMENTS);
      const checked = checkedCall(device, spec, buffers);
      const all = { ...checked.ranges, ...checked.call.ranges };
      const temporary = beginCall(operation, encoder, buffers.temporary, all);
      if (checked.call.segments > 0)
        ofThisImplementation(() => recordQuantile(made, encoder, { ...checked, temporary }));
    },
  };
}
