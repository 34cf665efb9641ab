/** Top-k that callers record themselves. */
import { requireBounds } from '../../api/array_call.ts';
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
import { MAX_ITEMS, refused, requireCount, requireMembersOf, requireOneOf } from '../../checks.ts';
import { type BufferArgument, bufferRange, firstBytes, firstItems } from '../../gpu/arguments.ts';
import { deviceFacts } from '../../gpu/device.ts';
import { memoized, type OperationOptions, PlannedOperation } from '../../gpu/operation.ts';
import { type BufferRange, wholeVectorsOf } from '../../gpu/ranges.ts';
import type { Plan } from '../../plan/plan.ts';
import { valueBytesOf } from '../../sort/descriptor.ts';
import { keyTraits, type SortOrder } from '../../sort/kernels.ts';
import { loadSort, sortOrder } from '../../sort/load.ts';
import { copiedTuning, type InternalTuning } from '../../tuning/tuning.ts';
import { itemNumbers, keyBytesOf, type SelectOrder } from '../kernels.ts';
import { loadSelectStages } from '../load.ts';
import { checkedWindows, windowItemsOut } from '../window_items.ts';
import type { SegmentedTopK, SegmentedTopKArguments, SegmentedTopKDescriptor } from './descriptor.ts';
import type { TopKAccess, TopKSpec } from './kernels.ts';
import { type TopKHolds, type TopKStages, topKPlan } from './plan.ts';

/** A compiled top-k, and its plan for each kind of call. */
export interface TopKOperation {
  readonly spec: TopKSpec;
  readonly operation: PlannedOperation;
  readonly planFor: (access: TopKAccess) => Plan;
}

/** Loads the stages of a top-k and of the sort of its items. Checks the tuning. */
export async function topKStages(device: GPUDevice, order: SelectOrder, tuning: InternalTuning): Promise<TopKStages> {
  const keyType = keyTraits(order).words === 2 ? 'u64' : 'u32';
  const rows = { ...order, keyType, orderBy: undefined, compare: undefined, valueBytes: 4 } as const;
  const sort = await loadSort(device, tuning, rows);
  const select = await loadSelectStages(deviceFacts(device), tuning);
  return { select, sort };
}

/** Compiles a top-k. `access`: the calls whose kernels are compiled now. */
export async function topKOperation(
  device: GPUDevice,
  stages: TopKStages,
  spec: TopKSpec,
  tuning: InternalTuning,
  access: TopKAccess,
  holds?: TopKHolds,
  options: OperationOptions = { scratch: true },
  makePlan = topKPlan,
): Promise<TopKOperation> {
  const facts = deviceFacts(device);
  const planFor = memoized((of: TopKAccess) => makePlan(stages, spec, of, facts, tuning, holds));
  const plan = planFor({ ...access, wholeVectors: spec.maxK === 1 });
  // A plan without a partition has fewer indirect arguments.
  const listed = planFor({ ...access, form: 'ranges', kOnGpu: true });
  const argsSlots = Math.max(plan.argsSlots, listed.argsSlots);
  const operation = await PlannedOperation.create(device, 'segmented top-k', { ...plan, argsSlots }, options);
  return { spec, operation, planFor };
}

/** The numbers and ranges of a checked call. */
export interface TopKCall {
  readonly access: Omit<TopKAccess, 'form' | 'countOnGpu'>;
  readonly ranges: Readonly<Record<string, BufferRange>>;
  readonly items: number;
  readonly k: number;
  readonly call: CallSegments;
  readonly temporary?: BufferRange;
}

export function recordTopK(
  { spec, operation, planFor }: TopKOperation,
  encoder: GPUCommandEncoder | GPUComputePassEncoder,
  { access, ranges, items, k, call, temporary = operation.scratch as BufferRange }: TopKCall,
): void {
  const { form, countOnGpu, segments, size } = call;
  const vectors = spec.maxK === 1 ? wholeVectorsOf(ranges.keysIn as BufferRange) : undefined;
  const plan = planFor({ ...access, form, countOnGpu, wholeVectors: vectors !== undefined });
  const unread = plan.regions.counters;
  // Segments of one size have no offsets. Kernels that have the binding do not read it.
  const offsets = size > 0 && unread ? { offsets: { ...temporary, ...within(temporary, unread) } } : {};
  const slots = (plan.regions.selectedIndices?.size ?? 0) / 4;
  // A plan that leaves out NaNs has offsets of its own, also of segments of one size: see src/omit/plan.ts.
  const sizes = { size: spec.omitsNans ? 0 : size, givenSize: size };
  const numbers = { ...itemNumbers(spec, call, items), segments, ...sizes, k, slots, rows: segments, none: 0 };
  const bound = { ...ranges, ...(vectors ? { keysIn: vectors } : {}), ...offsets, ...call.ranges };
  operation.record(encoder, plan, bound, temporary, numbers);
}

const within = ({ offset }: BufferRange, region: { readonly offset: number; readonly size: number }) => ({
  offset: offset + region.offset,
  size: region.size,
});

const OUTPUTS = ['keysOut', 'valuesOut', 'indicesOut', 'countsOut'] as const;

/** Refuses outputs that the plan cannot write, and calls without an output. */
function requireOutputs({ valueBytes }: TopKSpec, args: SegmentedTopKArguments): void {
  if (OUTPUTS.every((name) => args[name] === undefined)) {
    throw refused('invalid-option', 'buffers', 'no output', `at least one of ${OUTPUTS.join(', ')}`);
  }
  for (const name of ['valuesIn', 'valuesOut'] as const) {
    if (args[name] !== undefined && valueBytes === 0) {
      throw refused('invalid-option', name, 'given', 'none: the plan has no valueType');
    }
  }
}

function isBuffer(k: unknown): k is BufferArgument {
  return typeof k === 'object' && k !== null;
}

/** Reads and checks the buffers of one call. */
function checkedCall(device: GPUDevice, spec: TopKSpec, args: SegmentedTopKArguments): TopKCall {
  requireOutputs(spec, args);
  const { maxItems, maxSegments, maxK } = spec;
  const bytes = {
    keysIn: keyBytesOf(spec),
    keysOut: keyBytesOf(spec),
    valuesIn: spec.valueBytes,
    valuesOut: spec.valueBytes,
  };
  const inputs = [
    ['keysIn', bufferRange('keysIn', args.keysIn)] as const,
    ...(args.valuesOut === undefined ? [] : [['valuesIn', bufferRange('valuesIn', args.valuesIn)] as const]),
  ];
  const items = callItems(
    args.itemCount,
    maxItems,
    inputs.map(([name, range]) => ({ range, itemBytes: bytes[name] })),
  );
  const call = callSegments(device, args.segments, maxSegments);
  requireFit(call, items);
  const ranges: Record<string, BufferRange> = {};
  for (const [name, range] of inputs) {
    ranges[name] = firstItems(range, bytes[name], items, maxItems);
  }
  for (const name of OUTPUTS) {
    if (args[name] === undefined) continue;
    const each = name === 'countsOut' ? 4 : (name === 'indicesOut' ? 4 : bytes[name]) * maxK;
    const range = bufferRange(name, args[name]);
    ranges[name] = firstItems(range, each, call.segments, maxSegments);
  }
  const { k = maxK } = args;
  const windowItems = windowItemsOut(spec, args, call);
  if (isBuffer(k)) ranges.kIn = { ...firstBytes(bufferRange('k', k), 4), size: 4 };
  return {
    access: {
      kOnGpu: isBuffer(k),
      keys: args.keysOut !== undefined,
      values: args.valuesOut !== undefined,
      indices: args.indicesOut !== undefined,
      counts: args.countsOut !== undefined,
      ...(windowItems.windowItemsOut ? { windowItems: true } : {}),
    },
    ranges: { ...ranges, ...windowItems },
    items,
    k: isBuffer(k) ? maxK : requireCount('k', k, maxK),
    call,
  };
}

/** Gives the arguments of a call whose rows have no slots. */
function countsOnly(call: TopKCall): TopKCall {
  const { counts } = call.access;
  return { ...call, k: 0, access: { kOnGpu: false, keys: false, values: false, indices: false, counts } };
}

const ARGUMENTS = [
  'keysIn',
  'valuesIn',
  'keysOut',
  'valuesOut',
  'indicesOut',
  'countsOut',
  'windowItemsOut',
  'segments',
  'k',
  'itemCount',
  'temporary',
] as const;

const DESCRIPTOR = [
  'keyType',
  'valueType',
  'order',
  'signedZero',
  'nan',
  'orderBy',
  'maxK',
  'maxItems',
  'maxWindowItems',
  'maxSegments',
  'maxSegmentSize',
  'ownTemporary',
  'profile',
  'tuning',
] as const;

/** Checks the order of a top-k. */
export function topKOrder(
  given: { keyType: unknown; order?: SortOrder; signedZero?: unknown; nan?: unknown; orderBy?: unknown },
  name?: string,
): Promise<SelectOrder> {
  const { keyType, order = 'descending', signedZero, nan, orderBy } = given;
  const ordered = { keyType, order, signedZero, nan, orderBy };
  return sortOrder(ordered as Parameters<typeof sortOrder>[0], name);
}

/** Loads what makes the plans. */
async function planMaker({ omitsNans, maxWindowItems }: TopKSpec): Promise<typeof topKPlan> {
  const plain = maxWindowItems === undefined ? topKPlan : (await import('./windows.ts')).windowedTopKPlan;
  if (!omitsNans) return plain;
  const { omittingTopKPlan } = await import('./omit.ts');
  return (...given) => omittingTopKPlan(...(given as Parameters<typeof topKPlan>), plain);
}

export async function createTopK(device: GPUDevice, descriptor: SegmentedTopKDescriptor): Promise<SegmentedTopK> {
  const tuning = copiedTuning(descriptor.tuning);
  requireMembersOf('descriptor', descriptor, DESCRIPTOR);
  const { nan, ...ordering } = descriptor;
  if (nan !== undefined) requireOneOf('nan', nan, ['last', 'first', 'omit'], 'invalid-option');
  const omits = nan === 'omit';
  const order = await topKOrder(omits ? ordering : descriptor);
  const spec: TopKSpec = {
    ...order,
    omitsNans: omits && /^f\d/.test(order.keyType),
    ...requireBounds(descriptor),
    ...checkedWindows(descriptor),
    maxK: requireCount('maxK', descriptor.maxK, MAX_ITEMS),
    valueBytes: valueBytesOf(descriptor.valueType),
  };
  // Kernels need a slot per row. Without one, a call writes only counts.
  const slots = { ...spec, maxK: Math.max(1, spec.maxK) };
  const options = await operationOptions(device, descriptor);
  const stages = await topKStages(device, order, tuning);
  const outputs = { keys: true, values: spec.valueBytes > 0, indices: true, counts: false };
  const access: TopKAccess = { ...outputs, kOnGpu: false, form: 'offsets', countOnGpu: false };
  const makePlan = await planMaker(spec);
  const topK = await topKOperation(device, stages, slots, tuning, access, undefined, options, makePlan);
  const { operation } = topK;
  return {
    ...recorded(operation, topK.planFor(access)),
    encode(encoder, buffers) {
      requireUsable(operation, encoder, buffers, ARGUMENTS);
      const given = checkedCall(device, spec, buffers);
      const checked = spec.maxK > 0 ? given : countsOnly(given);
      const all = { ...checked.ranges, ...checked.call.ranges };
      const temporary = beginCall(operation, encoder, buffers.temporary, all);
      if (checked.call.segments > 0 && (spec.maxK > 0 || checked.access.counts))
        ofThisImplementation(() => recordTopK(topK, encoder, { ...checked, temporary }));
    },
  };
}
