import { type Bounds, requireBounds } from '../api/array_call.ts';
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
import { requireMembersOf } from '../checks.ts';
import { type BufferArgument, bufferRange, firstBytes } from '../gpu/arguments.ts';
import { deviceFacts } from '../gpu/device.ts';
import { memoized, type OperationOptions, PlannedOperation } from '../gpu/operation.ts';
import { type BufferRange, sameRange, wholeVectorsOf } from '../gpu/ranges.ts';
import { typeBytes } from '../item_types.ts';
import type { PlanDescription } from '../plan/describe.ts';
import type { Plan, Region } from '../plan/plan.ts';
import { loadedRequest } from '../reduce/load.ts';
import { type InternalTuning, requireRunnable } from '../tuning/tuning.ts';
import {
  type LoadedScan,
  type ScanRequest,
  type ScanSpec,
  type SegmentedScanDescriptor,
  scanRequest,
} from './descriptor.ts';
import { type ScanAccess, scanFacts } from './kernels.ts';
import { type ScanStages, scanPlan } from './plan.ts';

/** Buffers and counts of one recorded scan. */
export interface SegmentedScanArguments {
  /** Elements of `type`, packed. */
  input: BufferArgument;
  /** One result an item, at the item's index. It may be the range of `input`, if results are as wide as elements. */
  output: BufferArgument;
  /** The segments, which must not overlap. Results of items that two segments share are undefined. */
  segments: SegmentsArgument;
  /** Items of the call. Default: all that `input` holds, which may not be more than `maxItems`. */
  itemCount?: number;
  /** Scratch memory of at least `temporaryBytes` bytes, with any content. Required with `ownTemporary: false`. */
  temporary?: BufferArgument;
}

/** A segmented scan with its kernels compiled, to be recorded any number of times. */
export interface SegmentedScan extends CompiledPlan<SegmentedScanArguments> {
  /** Describes, as plain data, what `encode` records for segments by offsets that are not scanned in place. */
  describe(): PlanDescription;
}

const ARGUMENTS = ['input', 'output', 'segments', 'itemCount', 'temporary'] as const;

const DESCRIPTOR = [
  'type',
  'op',
  'exclusive',
  'reverse',
  'initial',
  'widen',
  'nan',
  'maxItems',
  'maxSegments',
  'maxSegmentSize',
  'ownTemporary',
  'profile',
  'tuning',
] as const;

const COMMON: ScanAccess = { form: 'offsets', countOnGpu: false, inPlace: false, wholeVectors: true };

/** A request with its operator loaded, and the stages for a device. */
export interface ReadyScan {
  readonly request: LoadedScan;
  readonly stages: ScanStages;
}

/** Checks the tuning and the initial value, and loads the code of the operator. */
export async function readyScan(
  device: GPUDevice,
  { reduce, ...rest }: ScanRequest,
  stages: ScanStages,
  tuning: InternalTuning,
): Promise<ReadyScan> {
  await requireRunnable(device, tuning);
  return { stages, request: { ...rest, reduce: await loadedRequest(reduce) } };
}

/** A compiled scan. */
export interface ScanOperation {
  readonly spec: ScanSpec;
  readonly operation: PlannedOperation;
  readonly planFor: (access: ScanAccess) => Plan;
}

/** The plan of a scan for segments given by offsets. */
export function plannedScan(device: GPUDevice, { stages }: ReadyScan, spec: ScanSpec, tuning: InternalTuning): Plan {
  return scanPlan(stages, spec, COMMON, deviceFacts(device), tuning);
}

/** Compiles a scan. `plan` makes its plans. */
export async function scanOperation(
  device: GPUDevice,
  { stages }: ReadyScan,
  spec: ScanSpec,
  tuning: InternalTuning,
  options: OperationOptions = { scratch: true },
  plan = scanPlan,
): Promise<ScanOperation> {
  const facts = deviceFacts(device);
  const planFor = memoized((access: ScanAccess) => plan(stages, spec, access, facts, tuning));
  const operation = await PlannedOperation.create(device, 'segmented scan', planFor(COMMON), options);
  return { spec, operation, planFor };
}

/** The checked arguments of one call. */
interface ScanCall {
  readonly ranges: Readonly<Record<string, BufferRange>>;
  readonly items: number;
  readonly call: CallSegments;
  /** Default: the scratch memory that the operation holds. */
  readonly temporary?: BufferRange;
}

/** Records a scan whose ranges have been checked. */
export function recordScan(
  { operation, planFor, spec: { reduce } }: ScanOperation,
  encoder: GPUCommandEncoder | GPUComputePassEncoder,
  { ranges, items, call, temporary = operation.scratch as BufferRange }: ScanCall,
): void {
  const { segments, size, form, countOnGpu } = call;
  const { input, output } = ranges as { readonly input: BufferRange; readonly output: BufferRange };
  const vectors = wholeVectorsOf(input);
  const wholeVectors = vectors !== undefined;
  const plan = planFor({ form, countOnGpu, inPlace: sameRange(input, output), wholeVectors });
  // WebGPU wants a buffer for every binding. `offsets` is not read with segments of one size. It gets a scratch range
  // that these kernels do not bind.
  const { offset, size: bytes } = plan.regions.starts as Region;
  const unread = { buffer: temporary.buffer, offset: temporary.offset + offset, size: bytes };
  const bound = {
    ...ranges,
    ...(vectors ? { input: vectors } : {}),
    ...call.ranges,
    ...(size > 0 ? { offsets: unread } : {}),
  };
  // A plan that leaves out NaNs has offsets of its own, also of segments of one size: see src/omit/plan.ts.
  operation.record(encoder, plan, bound, temporary, {
    items,
    segments,
    size: reduce.omitsNans ? 0 : size,
    givenItems: items,
    givenSize: size,
  });
}

function encodeScan(
  scan: ScanOperation,
  encoder: GPUCommandEncoder | GPUComputePassEncoder,
  args: SegmentedScanArguments,
): void {
  const { spec, operation } = scan;
  requireUsable(operation, encoder, args, ARGUMENTS);
  const { maxItems, maxSegments } = spec;
  const given = { input: bufferRange('input', args.input), output: bufferRange('output', args.output) };
  const itemBytes = { input: typeBytes(spec.reduce.type), output: scanFacts(spec).resultBytes };
  const names = ['input', 'output'] as const;
  const items = callItems(args.itemCount, maxItems, [{ range: given.input, itemBytes: itemBytes.input }]);
  const call = callSegments(operation.device, args.segments, maxSegments);
  requireFit(call, items);
  const bytes = (name: 'input' | 'output', count: number) => 4 * Math.ceil((itemBytes[name] * count) / 4);
  const ranges = Object.fromEntries(
    names.map((name) => [name, firstBytes(given[name], bytes(name, items), bytes(name, maxItems))]),
  );
  const mayBeSame = itemBytes.input === itemBytes.output ? ([['input', 'output']] as const) : [];
  const temporary = beginCall(operation, encoder, args.temporary, { ...ranges, ...call.ranges }, mayBeSame);
  if (call.segments === 0 || items === 0) return;
  ofThisImplementation(() => recordScan(scan, encoder, { ranges, items, call, temporary }));
}

/** Makes a scan that the caller records. `createSegmentedScan` calls it. */
export async function makeScan(
  device: GPUDevice,
  descriptor: SegmentedScanDescriptor,
  stages: ScanStages,
  tuning: InternalTuning,
): Promise<SegmentedScan> {
  requireMembersOf('descriptor', descriptor, DESCRIPTOR);
  const request = scanRequest('type', descriptor);
  const bounds: Bounds = requireBounds(descriptor);
  const options = await operationOptions(device, descriptor);
  const ready = await readyScan(device, request, stages, tuning);
  const spec: ScanSpec = { ...ready.request, ...bounds, phase: 'whole' };
  const plan = spec.reduce.omitsNans ? (await import('./omit.ts')).omittingScanPlan : undefined;
  const scan = await scanOperation(device, ready, spec, tuning, options, plan);
  return {
    ...recorded(scan.operation, scan.planFor({ ...COMMON, wholeVectors: false })),
    encode: (encoder, buffers) => encodeScan(scan, encoder, buffers),
  };
}
