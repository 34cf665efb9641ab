import {
  beginCall,
  type CompiledPlan,
  callItems,
  ofThisImplementation,
  operationOptions,
  recorded,
  requireUsable,
} from '../api/recorded.ts';
import { requireMembersOf } from '../checks.ts';
import { type BufferArgument, bufferRange, firstBytes } from '../gpu/arguments.ts';
import { deviceFacts } from '../gpu/device.ts';
import { type OperationOptions, PlannedOperation } from '../gpu/operation.ts';
import type { BufferRange } from '../gpu/ranges.ts';
import { typeBytes } from '../item_types.ts';
import type { PlanDescription } from '../plan/describe.ts';
import type { Plan } from '../plan/plan.ts';
import { loadSort } from '../sort/load.ts';
import type { SortStages } from '../sort/plan.ts';
import type { InternalTuning } from '../tuning/tuning.ts';
import { type GroupByDescriptor, type Grouping, type GroupSpec, groupSpec } from './descriptor.ts';
import { type GroupAccess, rowSort } from './kernels.ts';
import { groupPlan } from './plan.ts';

/** A grouping on a device, with its kernels compiled. */
export interface GroupOperation {
  readonly spec: GroupSpec;
  readonly operation: PlannedOperation;
  readonly planFor: (access: GroupAccess) => Plan;
}

/** What groupings on a device are made from. */
export interface GroupDevice {
  readonly device: GPUDevice;
  readonly tuning: InternalTuning;
}

/** Loads the stages of the sort of rows. */
export function groupStages({ device, tuning }: GroupDevice, how: Grouping): Promise<SortStages> {
  return loadSort(device, tuning, rowSort(how));
}

/** The plan of a grouping on a device. */
export function plannedGroups(
  { device, tuning }: GroupDevice,
  stages: SortStages,
  spec: GroupSpec,
  access: GroupAccess,
): Plan {
  return groupPlan(stages, spec, access, deviceFacts(device), tuning);
}

/** Compiles a grouping for calls of the given kinds. */
export async function groupOperation(
  on: GroupDevice,
  stages: SortStages,
  spec: GroupSpec,
  accesses: readonly [GroupAccess, ...GroupAccess[]],
  options: OperationOptions = { scratch: true },
): Promise<GroupOperation> {
  const plans = accesses.map((access) => ({ access, plan: plannedGroups(on, stages, spec, access) }));
  const [first] = plans as [(typeof plans)[number]];
  const all = { ...first.plan, passes: plans.flatMap(({ plan }) => plan.passes) };
  const operation = await PlannedOperation.create(on.device, 'group by', all, options);
  const planFor = ({ keys, rowGroups }: GroupAccess) =>
    (plans.find(({ access }) => access.keys === keys && access.rowGroups === rowGroups) ?? first).plan;
  return { spec, operation, planFor };
}

/** Records a call whose ranges have been checked. All rows are one segment of the sort. */
export function recordGroups(
  { operation, planFor }: GroupOperation,
  encoder: GPUCommandEncoder | GPUComputePassEncoder,
  access: GroupAccess,
  ranges: Readonly<Record<string, BufferRange>>,
  items: number,
  temporary = operation.scratch as BufferRange,
): void {
  const numbers = { items, segments: 1, size: Math.max(items, 1) };
  const plan = planFor(access);
  const { unread } = plan.regions;
  // WebGPU wants an item's bytes in every binding. A call without rows may have less.
  const bound = { ...ranges };
  ['idsIn', 'keysOut'].forEach((name, i) => {
    const range = ranges[name];
    if (!unread || !range || range.size >= 8) return;
    bound[name] = { buffer: temporary.buffer, offset: temporary.offset + unread.offset + 256 * i, size: 8 };
  });
  operation.record(encoder, plan, bound, temporary, numbers);
}

// Groupings that the caller records.

/** The buffers of one recorded grouping. */
export interface GroupByArguments {
  /** The ids, one a row. */
  idsIn: BufferArgument;
  /** Receives the id of each group: that of its first row. */
  keysOut?: BufferArgument;
  /**
   * Receives where each group begins in `rowsOut`, and after the last group where it ends: one u32 more than there are
   * groups. With `countOut` it is the `segments` of the next plan: `{ offsets: offsetsOut, count: countOut }`.
   */
  offsetsOut: BufferArgument;
  /** Receives the rows group by group, each group in input order: one u32 a row. Rows that are dropped come last. */
  rowsOut: BufferArgument;
  /**
   * Receives each row's group: one u32 a row, 0xFFFFFFFF for a row that is dropped or whose group is past `maxGroups`.
   */
  groupOut?: BufferArgument;
  /** Receives the number of groups: one u32. It may be more than `maxGroups`. */
  countOut: BufferArgument;
  /** Rows of the call. Default: all that `idsIn` holds. */
  itemCount?: number;
  /** Scratch memory of at least `temporaryBytes` bytes, with any content. Required with `ownTemporary: false`. */
  temporary?: BufferArgument;
}

/** A grouping whose kernels are compiled. It can be recorded any number of times. */
export interface GroupBy extends CompiledPlan<GroupByArguments> {
  /** Describes, as plain data, what `encode` records for a call with `keysOut`. */
  describe(): PlanDescription;
}

const BUFFERS = [
  'idsIn',
  'keysOut',
  'offsetsOut',
  'rowsOut',
  'groupOut',
  'countOut',
  'itemCount',
  'temporary',
] as const;
const MEMBERS = [
  'keyType',
  'groups',
  'sorted',
  'signedZero',
  'maxItems',
  'maxGroups',
  'ownTemporary',
  'profile',
  'tuning',
] as const;

/** What a call may want besides offsets and rows. The first has ids alone: `describe` gives its plan. */
const ACCESSES = [
  { keys: true, rowGroups: false, valueBytes: 0 },
  { keys: false, rowGroups: false, valueBytes: 0 },
  { keys: true, rowGroups: true, valueBytes: 0 },
  { keys: false, rowGroups: true, valueBytes: 0 },
] as const;

/** Reads and checks the buffers of a call. */
function callRanges({ spec }: GroupOperation, args: GroupByArguments) {
  const { type, maxItems, maxGroups, groups } = spec;
  const bytes = typeBytes(type);
  const idsIn = bufferRange('idsIn', args.idsIn);
  const items = callItems(args.itemCount, maxItems, [{ range: idsIn, itemBytes: bytes }]);
  const written = (rows: number) => groups ?? Math.min(maxGroups, rows);
  const ranges: Record<string, BufferRange> = {};
  const add = (name: string, range: BufferRange, size: (rows: number) => number) => {
    const room = (rows: number) => 4 * Math.ceil(size(rows) / 4);
    ranges[name] = firstBytes(range, room(items), room(maxItems));
  };
  add('idsIn', idsIn, (rows) => bytes * rows);
  if (args.keysOut !== undefined) add('keysOut', bufferRange('keysOut', args.keysOut), (rows) => bytes * written(rows));
  add('offsetsOut', bufferRange('offsetsOut', args.offsetsOut), (rows) => 4 * (written(rows) + 1));
  add('rowsOut', bufferRange('rowsOut', args.rowsOut), (rows) => 4 * rows);
  if (args.groupOut !== undefined) add('groupOut', bufferRange('groupOut', args.groupOut), (rows) => 4 * rows);
  add('countOut', bufferRange('countOut', args.countOut), () => 4);
  return { ranges, items };
}

function encodeGroups(
  group: GroupOperation,
  encoder: GPUCommandEncoder | GPUComputePassEncoder,
  args: GroupByArguments,
): void {
  requireUsable(group.operation, encoder, args, BUFFERS);
  const { ranges, items } = callRanges(group, args);
  const temporary = beginCall(group.operation, encoder, args.temporary, ranges);
  const form = { keys: args.keysOut !== undefined, rowGroups: args.groupOut !== undefined, valueBytes: 0 };
  ofThisImplementation(() => recordGroups(group, encoder, form, ranges, items, temporary));
}

/** Makes a grouping that the caller records: see `createGroupBy`. */
export async function madeGroupBy(
  device: GPUDevice,
  descriptor: GroupByDescriptor,
  tuning: InternalTuning,
): Promise<GroupBy> {
  requireMembersOf('descriptor', descriptor, MEMBERS);
  const spec = groupSpec(descriptor);
  const options = await operationOptions(device, descriptor);
  const on = { device, tuning };
  const group = await groupOperation(on, await groupStages(on, spec), spec, ACCESSES, options);
  return {
    ...recorded(group.operation, group.planFor(ACCESSES[0])),
    encode: (encoder, buffers) => encodeGroups(group, encoder, buffers),
  };
}
