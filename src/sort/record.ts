import type { Bounds } from '../api/array_call.ts';
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
import type { HoldsLength } from '../api/segments.ts';
import { refused, requireMembersOf, requireOwnMembers } from '../checks.ts';
import { deviceFacts } from '../gpu/device.ts';
import { memoized, type OperationOptions, PlannedOperation } from '../gpu/operation.ts';
import {
  type BufferArgument,
  type BufferRange,
  bufferRange,
  firstBytes,
  type SamePair,
  sameRange,
} from '../gpu/ranges.ts';
import type { PlanDescription } from '../plan/describe.ts';
import { type Plan, presentPasses, type Region } from '../plan/plan.ts';
import { type InternalTuning, requireRunnable } from '../tuning/tuning.ts';
import type { DoubleBuffer, SegmentedSortDescriptor } from './descriptor.ts';
import { customKeysOf, keyWidth, type SortAccess, type SortSpec } from './kernels.ts';
import { loadSortStages } from './load.ts';
import { type SortStages, sortPlan } from './plan.ts';

/** The plan without the passes whose bins all hold no segment. */
function withPresent(plan: Plan, holds: HoldsLength): Plan {
  return { ...plan, passes: presentPasses(plan, holds) };
}

export const APART: SortAccess = { keysInPlace: false, valuesInPlace: false, form: 'offsets', countOnGpu: false };

/** Checks the tuning, and loads the stages that a sort needs on the device. */
export async function stagesOf(
  device: GPUDevice,
  spec: Omit<SortSpec, keyof Bounds>,
  tuning: InternalTuning,
): Promise<SortStages> {
  await requireRunnable(device, tuning);
  return loadSortStages(deviceFacts(device), tuning, spec);
}

/** The plan of calls that do not sort in place and give segments by offsets. */
export function plannedSort(device: GPUDevice, stages: SortStages, spec: SortSpec, tuning: InternalTuning): Plan {
  return sortPlan(stages, spec, APART, deviceFacts(device), tuning);
}

/** What a sort is compiled for. */
interface CompiledFor {
  /** Whether some segment may have a length in a range. Kernels that no segment needs are not compiled. */
  readonly holds: HoldsLength;
  readonly access: SortAccess;
  /** Given if the caller records the sort. Otherwise all calls have the given `access`. */
  readonly options?: OperationOptions & { readonly inPlace: boolean };
}

/** Compiles a sort. */
export async function sortOfLengths(
  device: GPUDevice,
  stages: SortStages,
  spec: SortSpec,
  tuning: InternalTuning,
  { holds, access, options }: CompiledFor,
): Promise<SortOperation> {
  const facts = deviceFacts(device);
  const planFor = memoized((of: SortAccess) => withPresent(sortPlan(stages, spec, of, facts, tuning), holds));
  const plan = planFor(access);
  // Pairs in place are never sorted as runs. So more of them may be in tiles, which can take more memory.
  const inPlace = options ? planFor({ ...APART, keysInPlace: true, valuesInPlace: !spec.indexFrom }) : plan;
  const max = (of: 'temporaryBytes' | 'argsSlots') => Math.max(plan[of], inPlace[of]);
  const prepared = {
    ...plan,
    temporaryBytes: max('temporaryBytes'),
    argsSlots: max('argsSlots'),
    passes: options?.inPlace ? [...plan.passes, ...inPlace.passes] : plan.passes,
  };
  const operation = await PlannedOperation.create(device, 'segmented sort', prepared, options ?? { scratch: true });
  return { operation, planFor };
}

// Records a sort whose arguments have been checked.

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
  const { offset, size: bytes } = plan.regions.counters as Region;
  // Segments of one size have no offsets, which blocks bind and do not read.
  const unread = { buffer: temporary.buffer, offset: temporary.offset + offset, size: bytes };
  const buffers = { ...ranges, ...(size > 0 ? { offsets: unread } : {}), ...listed };
  operation.record(encoder, plan, buffers, temporary, { items, segments, size });
}

// A sort that a caller records.

/** The buffers of one recorded sort. */
export interface SegmentedSortArguments {
  /** The keys to sort: needed unless `keys` is given. The same range as `keysOut` sorts in place. */
  keysIn?: BufferArgument;
  /** Receives the sorted keys: needed unless `keys` is given. It holds at least `itemCount` keys. */
  keysOut?: BufferArgument;
  /** The values, one per key: needed with a `valueType` other than `'index'` unless `values` is given. */
  valuesIn?: BufferArgument;
  /** Receives the values or indices, one per key: needed with a `valueType` unless `values` is given. */
  valuesOut?: BufferArgument;
  /**
   * Replaces `keysIn` and `keysOut`: the sort reads the current buffer, writes the alternate buffer and switches the
   * selector.
   */
  keys?: DoubleBuffer;
  /** Replaces `valuesIn` and `valuesOut` in the same way. */
  values?: DoubleBuffer;
  /** The segments, which must not overlap. Items that two segments share have an undefined content afterwards. */
  segments: SegmentsArgument;
  /**
   * Items of the call. Default: all that `keysIn` and `valuesIn` hold, which may not be more than `maxItems`. Give it
   * where buffers are longer than their content, and for the exact number of 8- and 16-bit items.
   */
  itemCount?: number;
  /** Scratch memory of at least `temporaryBytes` bytes, with any content. */
  temporary?: BufferArgument;
}

/** A segmented sort whose kernels are compiled. It can be recorded any number of times. */
export interface SegmentedSort extends CompiledPlan<SegmentedSortArguments> {
  /** Returns what `encode` records for a sort that is not in place, as plain data. */
  describe(): PlanDescription;
}

const ARGUMENTS = [
  'keysIn',
  'keysOut',
  'valuesIn',
  'valuesOut',
  'keys',
  'values',
  'segments',
  'itemCount',
  'temporary',
] as const;

const DESCRIPTOR = [
  'keyType',
  'valueType',
  'indexFrom',
  'order',
  'beginBit',
  'endBit',
  'signedZero',
  'compare',
  'orderBy',
  'stable',
  'maxItems',
  'maxSegments',
  'maxSegmentSize',
  'ownTemporary',
  'profile',
  'inPlace',
  'tuning',
] as const;

/** Refuses members that the descriptor of a sort does not have. */
export function requireDescriptor(given: SegmentedSortDescriptor): void {
  requireMembersOf('descriptor', given, DESCRIPTOR);
}

/** Rejects buffers that the sort would otherwise ignore silently. */
function requireWanted(spec: SortSpec, args: SegmentedSortArguments): void {
  for (const pair of ['keys', 'values'] as const) {
    const names = [pair, `${pair}In`, `${pair}Out`] as const;
    const given = names.filter((name) => args[name] !== undefined);
    if (pair === 'values' && spec.valueBytes === 0 && given.length > 0) {
      throw refused('invalid-option', given[0], 'given', 'none: the plan has no valueType');
    }
    if (pair === 'values' && spec.indexFrom) {
      const [read] = given.filter((name) => name !== 'valuesOut');
      if (read) throw refused('invalid-option', read, 'given', "only valuesOut with valueType: 'index'");
    }
    if (args[pair] !== undefined && given.length > 1) {
      throw refused('invalid-option', given[1], `given together with ${pair}`, 'one or the other');
    }
  }
}

/** The buffers by name. A DoubleBuffer gives its current buffer as input and its alternate buffer as output. */
function givenBuffers(spec: SortSpec, args: SegmentedSortArguments): Record<string, BufferRange> {
  const given: Record<string, BufferRange> = {};
  for (const pair of ['keys', 'values'] as const) {
    if (pair === 'values' && spec.valueBytes === 0) continue;
    const double = args[pair];
    if (double !== undefined) requireOwnMembers(pair, double, ['current', 'alternate', 'selector']);
    const [input, output] = [`${pair}In`, `${pair}Out`] as const;
    if (pair === 'keys' || !spec.indexFrom) {
      given[input] = double ? bufferRange(`${pair}.current`, double.current) : bufferRange(input, args[input]);
    }
    given[output] = double ? bufferRange(`${pair}.alternate`, double.alternate) : bufferRange(output, args[output]);
  }
  return given;
}

/** Reads and checks the buffers of one call. */
function callRanges(device: GPUDevice, spec: SortSpec, args: SegmentedSortArguments) {
  requireWanted(spec, args);
  const given = givenBuffers(spec, args);
  const keyBytes = customKeysOf(spec)?.bytes ?? keyWidth(spec.keyType) / 8;
  const bytesOf = (name: string) => (name.startsWith('keys') ? keyBytes : spec.valueBytes);
  const inputs = Object.entries(given).filter(([name]) => name.endsWith('In'));
  const items = callItems(
    args.itemCount,
    spec.maxItems,
    inputs.map(([name, range]) => ({ range, itemBytes: bytesOf(name) })),
  );
  const call = callSegments(device, args.segments, spec.maxSegments);
  requireFit(call, items);
  const ranges: Record<string, BufferRange> = {};
  for (const [name, range] of Object.entries(given)) {
    const bytes = (count: number) => 4 * Math.ceil((count * bytesOf(name)) / 4);
    ranges[name] = firstBytes(range, bytes(items), bytes(spec.maxItems));
  }
  return { ranges, items, call };
}

/** A sort in place has the same range as input and output. */
const MAY_BE_SAME: readonly SamePair[] = [
  ['keysIn', 'keysOut'],
  ['valuesIn', 'valuesOut'],
];

function encodeSort(
  spec: SortSpec,
  sort: SortOperation,
  encoder: GPUCommandEncoder | GPUComputePassEncoder,
  args: SegmentedSortArguments,
): void {
  const { operation } = sort;
  requireUsable(operation, encoder, args, ARGUMENTS);
  const { ranges, items, call } = callRanges(operation.device, spec, args);
  const temporary = beginCall(operation, encoder, args.temporary, { ...ranges, ...call.ranges }, MAY_BE_SAME);
  if (items === 0 || call.segments === 0) return;
  ofThisImplementation(() => recordSort(sort, encoder, ranges, items, call, temporary));
  // The selectors say what was recorded, so nothing may throw after this line.
  for (const buffer of [args.keys, args.values]) if (buffer) buffer.selector = buffer.selector === 0 ? 1 : 0;
}

/** The members of a sort. `plan` is the one that `describe` describes. */
export function recordedSort(spec: SortSpec, sort: SortOperation, plan: Plan): SegmentedSort {
  return {
    ...recorded(sort.operation, plan),
    encode: (encoder, buffers) => encodeSort(spec, sort, encoder, buffers),
  };
}
