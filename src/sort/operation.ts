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
  /** Unless `keys` is given. May be the same range as `keysOut`: in place. */
  keysIn?: BufferArgument;
  /** Unless `keys` is given: at least `itemCount` keys. */
  keysOut?: BufferArgument;
  /** With a `valueType`: one value a key. */
  valuesIn?: BufferArgument;
  /** With a `valueType`: room for one value a key. */
  valuesOut?: BufferArgument;
  /** Instead of in and out: the sort reads the current buffer, writes the alternate one and turns the selector. */
  keys?: DoubleBuffer;
  /** As `keys`, for the values. */
  values?: DoubleBuffer;
  /** They must not overlap: where they do, what the places that they share hold is undefined. */
  segments: SegmentsArgument;
  /** Left out: the smaller of `maxItems` and what the bindings hold. */
  itemCount?: number;
  /** Scratch memory of at least `temporaryBytes`, any content. */
  temporary?: BufferArgument;
}

/** A segmented sort with its kernels compiled, to be recorded any number of times. */
export interface SegmentedSort {
  /** Bytes that `temporary` must hold if the caller brings it. */
  readonly temporaryBytes: number;
  /**
   * Records the sort. Throws synchronously; records nothing then. An open compute pass is left with the sort's own
   * pipeline, bind group 0 and immediate data: set yours again before you dispatch.
   *
   * @throws SegmentedError 'invalid-option', 'length-mismatch', 'limit-exceeded', 'missing-usage',
   *   'overlapping-buffers', 'shader-compile', 'destroyed', 'device-lost'
   */
  encode(encoder: GPUCommandEncoder | GPUComputePassEncoder, buffers: SegmentedSortArguments): void;
  /** What `encode` records, as plain data. */
  describe(): PlanDescription;
  /**
   * GPU times and bytes of each pass of the last call encoded, which must have been submitted. Only of a plan made with
   * `profile: true`.
   */
  profile(): Promise<PlanProfile>;
  /** Frees the plan's buffers. Work already submitted is not disturbed. */
  destroy(): void;
}

/** Buffers that would be passed over without a word. */
function requireWanted(spec: SortSpec, args: SegmentedSortArguments): void {
  for (const pair of ['keys', 'values'] as const) {
    const names = [pair, `${pair}In`, `${pair}Out`] as const;
    const given = names.filter((name) => args[name] !== undefined);
    if (pair === 'values' && spec.valueBytes === 0 && given.length > 0) {
      throw refused('invalid-option', given[0], 'given', 'none, for the plan has no valueType');
    }
    if (args[pair] !== undefined && given.length > 1) {
      throw refused('invalid-option', given[1], `given beside ${pair}`, 'one or the other');
    }
  }
}

/** The buffers by name: a DoubleBuffer is its current one as input, its alternate one as output. */
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
 * Records a call whose ranges and numbers are in order. Without `temporary` the operation's own scratch memory
 * serves.
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

/** A sort in place has one range at both ends. */
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
  // Nothing may throw from here on: the selectors tell what was recorded.
  for (const buffer of [args.keys, args.values]) if (buffer) buffer.selector = buffer.selector === 0 ? 1 : 0;
}

/** A plan without the passes of bins that hold no segment. */
function passesHeld(plan: Plan, holds: HoldsLength): Plan {
  const isHeld = plan.classes.map(({ minLength, maxLength }) => holds(minLength, maxLength));
  return { ...plan, passes: plan.passes.filter(({ bins }) => bins?.some((bin) => isHeld[bin]) ?? true) };
}

export const APART: SortAccess = { keysInPlace: false, valuesInPlace: false, form: 'offsets', countOnGpu: false };
const IN_PLACE: SortAccess = { ...APART, keysInPlace: true, valuesInPlace: true };

/**
 * Makes a segmented sort that records itself into the caller's command encoder: no readback, no submit, and no
 * allocation that grows with the data after this call.
 *
 * Cost of a call, a segment of m items: small ones O(m log² m) in registers; medium and large ones O(m) a pass of 8
 * bits, or O(m log m) where runs are merged; with `compare` O(m log m) comparisons. Method: sorting networks (Batcher
 * 1968) for small segments, radix or merge sort for medium ones, one radix sort by upsweep, scan and downsweep over
 * the tiles of all large ones: see docs/architecture.md.
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

/** Loads what a sort needs on the device, as the caller tuned it, which is checked. */
export async function stagesOf(
  device: GPUDevice,
  spec: Omit<SortSpec, keyof Bounds>,
  tuning: InternalTuning,
): Promise<SortStages> {
  const facts = deviceFacts(device);
  await requireTuned(facts, tuning);
  return loadSortStages(familyOf(facts, tuning), spec);
}

/** The plan of a sort's calls that are neither in place nor by begin and end. */
export function plannedSort(device: GPUDevice, stages: SortStages, spec: SortSpec, tuning: InternalTuning): Plan {
  return sortPlan(stages, spec, APART, deviceFacts(device), tuning);
}

/** A sort on a device, and its plans by how a call's buffers lie. */
export interface SortOperation {
  readonly operation: PlannedOperation;
  readonly planFor: (access: SortAccess) => Plan;
}

/** What a sort is compiled for. */
interface CompiledFor {
  /** Which lengths segments have: what none of them needs is not compiled. */
  readonly holds: HoldsLength;
  readonly access: SortAccess;
  /** What the caller's own recordings need; without it the sort is recorded as `access` says. */
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
  // Pairs in place are never sorted as runs: more of them may be in tiles.
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
