import type { Bounds } from '../api/options.ts';
import { beginCall, operationParts, recorded, requireUsable } from '../api/recorded.ts';
import type { HoldsLength } from '../api/segments.ts';
import { type CallSegments, callSegments, requireFit, type SegmentsArgument } from '../api/segments_argument.ts';
import { requireCount, requireObject } from '../checks.ts';
import { refused } from '../errors.ts';
import { deviceFacts } from '../gpu/facts.ts';
import { memoized, type OperationParts, PlannedOperation } from '../gpu/operation.ts';
import { type BufferArgument, bufferRange, firstBytes, type SamePair, sameRange } from '../gpu/ranges.ts';
import type { BufferRange } from '../gpu/recorder.ts';
import type { PlanDescription } from '../plan/describe.ts';
import type { Plan } from '../plan/plan.ts';
import type { PlanProfile } from '../plan/profile.ts';
import { copiedTuning, familyOf, type InternalTuning, requireTuned } from '../tuning/tuning.ts';
import { customKeysOf, type SortAccess, type SortSpec } from './context.ts';
import type { DoubleBuffer } from './double_buffer.ts';
import { keyWidth } from './keys/keys.ts';
import { loadSortStages } from './load.ts';
import { sortPlan } from './plan.ts';
import { type SegmentedSortDescriptor, sortSpec } from './spec.ts';
import type { SortStages } from './stages.ts';

/** The buffers of one recorded sort. */
export interface SegmentedSortArguments {
  /** The keys to sort: needed unless `keys` is given. The same range as `keysOut` sorts in place. */
  keysIn?: BufferArgument;
  /** Receives the sorted keys: needed unless `keys` is given. It holds at least `itemCount` keys. */
  keysOut?: BufferArgument;
  /** The values, one per key: needed with a `valueType` unless `values` is given. */
  valuesIn?: BufferArgument;
  /** Receives the values, one per key: needed with a `valueType` unless `values` is given. */
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
  /** Items of the call. Default: `maxItems`, or what the smallest binding holds if that is fewer. */
  itemCount?: number;
  /** Scratch memory of at least `temporaryBytes` bytes, with any content. */
  temporary?: BufferArgument;
}

/** A segmented sort whose kernels are compiled. It can be recorded any number of times. */
export interface SegmentedSort {
  /** Bytes that `temporary` must hold if the caller passes it. */
  readonly temporaryBytes: number;
  /**
   * Records the sort. If it throws, it throws synchronously and has recorded nothing. In an open compute pass it
   * changes the pipeline, bind group 0 and the immediate data: set yours again before you dispatch.
   *
   * @throws SegmentedError 'invalid-option', 'length-mismatch', 'limit-exceeded', 'missing-usage',
   *   'overlapping-buffers', 'shader-compile', 'destroyed', 'device-lost'
   */
  encode(encoder: GPUCommandEncoder | GPUComputePassEncoder, buffers: SegmentedSortArguments): void;
  /** Returns what `encode` records, as plain data. */
  describe(): PlanDescription;
  /**
   * Reads GPU times and bytes of each pass of the last encoded call, which must have been submitted. Only a plan made
   * with `profile: true` has them.
   */
  profile(): Promise<PlanProfile>;
  /** Frees the plan's buffers. Work that is already submitted still completes. */
  destroy(): void;
}

/** Rejects buffers that the sort would otherwise ignore silently. */
function requireWanted(spec: SortSpec, args: SegmentedSortArguments): void {
  for (const pair of ['keys', 'values'] as const) {
    const names = [pair, `${pair}In`, `${pair}Out`] as const;
    const given = names.filter((name) => args[name] !== undefined);
    if (pair === 'values' && spec.valueBytes === 0 && given.length > 0) {
      throw refused('invalid-option', given[0], 'given', 'none: the plan has no valueType');
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
    const [input, output] = [`${pair}In`, `${pair}Out`] as const;
    given[input] = double ? bufferRange(`${pair}.current`, double.current) : bufferRange(input, args[input]);
    given[output] = double ? bufferRange(`${pair}.alternate`, double.alternate) : bufferRange(output, args[output]);
  }
  return given;
}

/** Reads and checks the buffers of one call. */
function callRanges(spec: SortSpec, args: SegmentedSortArguments) {
  requireWanted(spec, args);
  const given = givenBuffers(spec, args);
  const keyBytes = customKeysOf(spec)?.bytes ?? keyWidth(spec.keyType) / 8;
  const bytesOf = (name: string) => (name.startsWith('keys') ? keyBytes : spec.valueBytes);
  const room = Math.min(
    spec.maxItems,
    ...Object.entries(given).map(([name, { size }]) => Math.floor(size / bytesOf(name))),
  );
  const items = args.itemCount === undefined ? room : requireCount('itemCount', args.itemCount, spec.maxItems);
  const call = callSegments(args.segments, spec.maxSegments);
  requireFit(call, items);
  const ranges: Record<string, BufferRange> = {};
  for (const [name, range] of Object.entries(given)) {
    const bytes = (count: number) => 4 * Math.ceil((count * bytesOf(name)) / 4);
    ranges[name] = firstBytes(range, bytes(items), bytes(spec.maxItems));
  }
  return { ranges, items, call };
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
  requireUsable(operation, encoder, args);
  const { ranges, items, call } = callRanges(spec, args);
  const temporary = beginCall(operation, args.temporary, { ...ranges, ...call.ranges }, MAY_BE_SAME);
  if (items === 0 || call.segments === 0) return;
  recordSort(sort, encoder, ranges, items, call, temporary);
  // The selectors say what was recorded, so nothing may throw after this line.
  for (const buffer of [args.keys, args.values]) if (buffer) buffer.selector = buffer.selector === 0 ? 1 : 0;
}

/** The plan without the passes whose bins all hold no segment. */
function passesHeld(plan: Plan, holds: HoldsLength): Plan {
  const isHeld = plan.classes.map(({ minLength, maxLength }) => holds(minLength, maxLength));
  return { ...plan, passes: plan.passes.filter(({ bins }) => bins?.some((bin) => isHeld[bin]) ?? true) };
}

export const APART: SortAccess = { keysInPlace: false, valuesInPlace: false, form: 'offsets', countOnGpu: false };
const IN_PLACE: SortAccess = { ...APART, keysInPlace: true, valuesInPlace: true };

/**
 * Makes a segmented sort that is recorded into the caller's command encoder. After this call it reads nothing back,
 * submits nothing and allocates nothing that grows with the data.
 *
 * Cost of a segment of m items: a small segment takes O(m log² m) comparisons in registers. A medium or large segment
 * takes O(m) per pass of 8 bits, or O(m log m) where runs are merged. With `compare` it takes O(m log m) comparisons.
 *
 * Method: small segments are sorted by sorting networks (Batcher 1968), medium segments by radix sort or merge sort.
 * All large segments are sorted together, by one radix sort over their tiles: upsweep, scan and downsweep for each
 * digit. With `compare` one merge sort does it. See docs/architecture.md.
 *
 * @throws SegmentedError 'unsupported-type', 'invalid-option', 'limit-exceeded', 'shader-compile', 'device-lost',
 *   'out-of-memory'
 * @example
 * const sort = await createSegmentedSort(device, { keyType: 'u32', maxItems: 1 << 20, maxSegments: 1 << 16 });
 * const encoder = device.createCommandEncoder();
 * sort.encode(encoder, { keysIn, keysOut, segments: { offsets, count: 1000 } });
 * device.queue.submit([encoder.finish()]);
 */
export async function createSegmentedSort(
  device: GPUDevice,
  descriptor: SegmentedSortDescriptor,
): Promise<SegmentedSort> {
  requireObject('descriptor', descriptor);
  const given = { ...descriptor };
  const tuning = copiedTuning(given.tuning);
  const spec = await sortSpec(given);
  const parts = { ...(await operationParts(device, given)), inPlace: given.inPlace === true };
  const stages = await stagesOf(device, spec, tuning);
  const sort = await sortOfLengths(device, stages, spec, tuning, { holds: () => true, access: APART, parts });
  return {
    ...recorded(sort.operation, sort.planFor(APART)),
    encode: (encoder, buffers) => encodeSort(spec, sort, encoder, buffers),
  };
}

/** Checks the tuning, and loads the stages that a sort needs on the device. */
export async function stagesOf(
  device: GPUDevice,
  spec: Omit<SortSpec, keyof Bounds>,
  tuning: InternalTuning,
): Promise<SortStages> {
  const facts = deviceFacts(device);
  await requireTuned(facts, tuning);
  return loadSortStages(familyOf(facts, tuning), spec);
}

/** The plan of calls that do not sort in place and give segments by offsets. */
export function plannedSort(device: GPUDevice, stages: SortStages, spec: SortSpec, tuning: InternalTuning): Plan {
  return sortPlan(stages, spec, APART, deviceFacts(device), tuning);
}

/** A sort on a device, and its plan for each kind of call. */
export interface SortOperation {
  readonly operation: PlannedOperation;
  readonly planFor: (access: SortAccess) => Plan;
}

/** What a sort is compiled for. */
interface CompiledFor {
  /** Whether some segment may have a length in a range. Kernels that no segment needs are not compiled. */
  readonly holds: HoldsLength;
  readonly access: SortAccess;
  /** Given if the caller records the sort. Otherwise all calls have the given `access`. */
  readonly parts?: OperationParts & { readonly inPlace: boolean };
}

/** Compiles a sort. */
export async function sortOfLengths(
  device: GPUDevice,
  stages: SortStages,
  spec: SortSpec,
  tuning: InternalTuning,
  { holds, access, parts }: CompiledFor,
): Promise<SortOperation> {
  const facts = deviceFacts(device);
  const planFor = memoized((of: SortAccess) => passesHeld(sortPlan(stages, spec, of, facts, tuning), holds));
  const plan = planFor(access);
  // Pairs in place are never sorted as runs. So more of them may be in tiles, which can take more memory.
  const inPlace = parts ? planFor(IN_PLACE) : plan;
  const max = (of: 'temporaryBytes' | 'argsSlots') => Math.max(plan[of], inPlace[of]);
  const prepared = {
    ...plan,
    temporaryBytes: max('temporaryBytes'),
    argsSlots: max('argsSlots'),
    passes: parts?.inPlace ? [...plan.passes, ...inPlace.passes] : plan.passes,
  };
  const operation = await PlannedOperation.create(device, 'segmented sort', prepared, parts ?? { scratch: true });
  return { operation, planFor };
}
