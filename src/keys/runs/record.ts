/** Ranks, distinct keys and modes that callers record. */
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
import type { HoldsLength } from '../../api/segments.ts';
import { requireMembersOf } from '../../checks.ts';
import { type BufferArgument, bufferRange, firstItems } from '../../gpu/arguments.ts';
import { deviceFacts } from '../../gpu/device.ts';
import { memoized, type OperationOptions, PlannedOperation } from '../../gpu/operation.ts';
import type { BufferRange } from '../../gpu/ranges.ts';
import type { PlanDescription } from '../../plan/describe.ts';
import type { Plan, Region } from '../../plan/plan.ts';
import { keyTraits } from '../../sort/kernels.ts';
import type { InternalTuning } from '../../tuning/tuning.ts';
import type { SegmentedModeDescriptor, SegmentedRankDescriptor, SegmentedUniqueDescriptor } from '../descriptor.ts';
import { type RunsAccess, type RunsRequest, type RunsSpec, rankBytes, runsPlan } from './plan.ts';
import { type ReadyRuns, readyRuns } from './request.ts';

/** What calls of all three operations have. */
interface KeysArguments {
  /** Keys of `keyType`, packed. They are not changed. */
  keysIn: BufferArgument;
  /** The segments, which must not overlap. Results of items that two segments share are undefined. */
  segments: SegmentsArgument;
  /** Items of the call. Default: all that `keysIn` holds, which may not be more than `maxItems`. */
  itemCount?: number;
  /** Scratch memory of at least `temporaryBytes` bytes, with any content. Required with `ownTemporary: false`. */
  temporary?: BufferArgument;
}

/** Buffers and counts of one recorded ranking. */
export interface SegmentedRankArguments extends KeysArguments {
  /** One rank an item, at the item's index: a u32, or with `ties: 'average'` the 8 bytes of a double. */
  ranksOut: BufferArgument;
}

/** Buffers and counts of one recorded list of distinct keys. */
export interface SegmentedUniqueArguments extends KeysArguments {
  /** Receives the distinct keys, segment by segment. It has room for a key an item. */
  keysOut: BufferArgument;
  /** Receives how often each key occurs: one u32 a key. It has room for one an item. */
  countsOut: BufferArgument;
  /** Receives where the keys of each segment begin, and after the last segment how many keys there are: u32. */
  offsetsOut: BufferArgument;
}

/** Buffers and counts of one recorded search for modes. */
export interface SegmentedModeArguments extends KeysArguments {
  /** Receives a key a segment. */
  valuesOut: BufferArgument;
  /** Receives how often each key occurs: one u32 a segment. */
  countsOut: BufferArgument;
}

/** A ranking with its kernels compiled, to be recorded any number of times. */
export interface SegmentedRank extends CompiledPlan<SegmentedRankArguments> {
  /** Describes, as plain data, what `encode` records for segments by offsets. */
  describe(): PlanDescription;
}

/** A list of distinct keys with its kernels compiled, to be recorded any number of times. */
export interface SegmentedUnique extends CompiledPlan<SegmentedUniqueArguments> {
  /** Describes, as plain data, what `encode` records for segments by offsets. */
  describe(): PlanDescription;
}

/** A search for modes with its kernels compiled, to be recorded any number of times. */
export interface SegmentedMode extends CompiledPlan<SegmentedModeArguments> {
  /** Describes, as plain data, what `encode` records for segments by offsets. */
  describe(): PlanDescription;
}

/** A compiled operation. */
export interface RunsOperation {
  readonly spec: RunsSpec;
  readonly operation: PlannedOperation;
  readonly planFor: (access: RunsAccess) => Plan;
}

const COMMON: RunsAccess = { form: 'offsets', countOnGpu: false };

const LABELS = { ranks: 'segmented rank', distinct: 'segmented unique', modes: 'segmented mode' } as const;

/** Compiles an operation, for calls whose segments have the form `access` and lengths that `holds` knows. */
export async function runsOperation(
  device: GPUDevice,
  { stages }: ReadyRuns,
  spec: RunsSpec,
  tuning: InternalTuning,
  { access = COMMON, holds }: { readonly access?: RunsAccess; readonly holds?: HoldsLength } = {},
  options: OperationOptions = { scratch: true },
): Promise<RunsOperation> {
  const facts = deviceFacts(device);
  const planFor = memoized((of: RunsAccess) => runsPlan(stages, spec, of, facts, tuning, holds));
  const operation = await PlannedOperation.create(device, LABELS[spec.makes], planFor(access), options);
  return { spec, operation, planFor };
}

/** Records a call whose ranges have been checked. */
export function recordRuns(
  { operation, planFor }: RunsOperation,
  encoder: GPUCommandEncoder | GPUComputePassEncoder,
  ranges: Readonly<Record<string, BufferRange>>,
  items: number,
  { segments, size, form, countOnGpu, ranges: ofSegments }: CallSegments,
  temporary = operation.scratch as BufferRange,
): void {
  const plan = planFor({ form, countOnGpu });
  const { offset } = plan.regions.unread as Region;
  const unread = (at: number) => ({ buffer: temporary.buffer, offset: temporary.offset + offset + at, size: 8 });
  const bound = {
    ...ranges,
    // WebGPU wants a key's bytes in every binding. A call without items may have less.
    ...(items === 0 ? { keysIn: unread(0), ...(ranges.keysOut ? { keysOut: unread(256) } : {}) } : {}),
    ...ofSegments,
    // Segments of one size have no offsets, which kernels bind and do not read.
    ...(size > 0 ? { offsets: unread(512) } : {}),
  };
  operation.record(encoder, plan, bound, temporary, { items, segments, size });
}

/** The outputs of an operation: bytes of an entry, and what has one. */
export function outputsOf({ makes, ties, order }: Pick<RunsRequest, 'makes' | 'ties' | 'order'>) {
  const { bytes } = keyTraits(order);
  const all: Record<RunsRequest['makes'], Readonly<Record<string, readonly ['item' | 'segment', number]>>> = {
    ranks: { ranksOut: ['item', rankBytes({ ties })] },
    distinct: { keysOut: ['item', bytes], countsOut: ['item', 4], offsetsOut: ['segment', 4] },
    modes: { valuesOut: ['segment', bytes], countsOut: ['segment', 4] },
  };
  return all[makes];
}

function encodeRuns(
  runs: RunsOperation,
  encoder: GPUCommandEncoder | GPUComputePassEncoder,
  args: KeysArguments & Readonly<Record<string, unknown>>,
): void {
  const { spec, operation } = runs;
  const outputs = outputsOf(spec);
  const known = ['keysIn', ...Object.keys(outputs), 'segments', 'itemCount', 'temporary'];
  requireUsable(operation, encoder, args, known as never);
  const { maxItems, maxSegments, order, makes } = spec;
  const keysIn = bufferRange('keysIn', args.keysIn);
  const { bytes } = keyTraits(order);
  const items = callItems(args.itemCount, maxItems, [{ range: keysIn, itemBytes: bytes }]);
  const call = callSegments(operation.device, args.segments, maxSegments);
  requireFit(call, items);
  const ranges: Record<string, BufferRange> = { keysIn: firstItems(keysIn, bytes, items, maxItems) };
  for (const [name, [per, entryBytes]] of Object.entries(outputs)) {
    const range = bufferRange(name, args[name] as BufferArgument);
    const more = name === 'offsetsOut' ? 1 : 0;
    const [count, most] = per === 'item' ? [items, maxItems] : [call.segments + more, maxSegments + more];
    ranges[name] = firstItems(range, entryBytes, count, most);
  }
  const temporary = beginCall(operation, encoder, args.temporary, { ...ranges, ...call.ranges });
  if (makes === 'ranks' ? items === 0 || call.segments === 0 : makes === 'modes' && call.segments === 0) return;
  ofThisImplementation(() => recordRuns(runs, encoder, ranges, items, call, temporary));
}

const BOUNDS = ['maxItems', 'maxSegments', 'maxSegmentSize', 'ownTemporary', 'profile', 'tuning'] as const;
const RANK = ['keyType', 'ties', 'order', 'signedZero', 'nan', ...BOUNDS] as const;
const UNIQUE = ['keyType', 'signedZero', ...BOUNDS] as const;
const MODE = ['keyType', 'signedZero', 'nan', ...BOUNDS] as const;

type Descriptor = SegmentedUniqueDescriptor & Pick<SegmentedRankDescriptor, 'ties' | 'order' | 'nan'>;

async function made(
  device: GPUDevice,
  makes: RunsRequest['makes'],
  descriptor: Omit<Descriptor, 'nan'>,
  tuning: InternalTuning,
) {
  const bounds = requireBounds(descriptor);
  const options = await operationOptions(device, descriptor);
  const ready = await readyRuns(device, makes, descriptor, tuning, 'keyType');
  const runs = await runsOperation(device, ready, { ...ready.request, ...bounds }, tuning, {}, options);
  return {
    ...recorded(runs.operation, runs.planFor(COMMON)),
    encode: (encoder: GPUCommandEncoder | GPUComputePassEncoder, buffers: KeysArguments) =>
      encodeRuns(runs, encoder, buffers as never),
  };
}

/** Makes a ranking that the caller records. `createSegmentedRank` calls it. */
export function makeRank(
  device: GPUDevice,
  descriptor: SegmentedRankDescriptor,
  tuning: InternalTuning,
): Promise<SegmentedRank> {
  requireMembersOf('descriptor', descriptor, RANK);
  return made(device, 'ranks', descriptor, tuning);
}

/** Makes a list of distinct keys that the caller records. `createSegmentedUnique` calls it. */
export function makeUnique(
  device: GPUDevice,
  descriptor: SegmentedUniqueDescriptor,
  tuning: InternalTuning,
): Promise<SegmentedUnique> {
  requireMembersOf('descriptor', descriptor, UNIQUE);
  return made(device, 'distinct', descriptor, tuning);
}

/** Makes a search for modes that the caller records. `createSegmentedMode` calls it. */
export function makeMode(
  device: GPUDevice,
  descriptor: SegmentedModeDescriptor,
  tuning: InternalTuning,
): Promise<SegmentedMode> {
  requireMembersOf('descriptor', descriptor, MODE);
  return made(device, 'modes', descriptor, tuning);
}
