/** Gathers that the caller records. `createGather` loads this file. */

import gatherFile from '../../wgsl/group/gather.wgsl';
import setup from '../../wgsl/partition/setup.wgsl';
import {
  beginCall,
  type CompiledPlan,
  type CountArgument,
  callItems,
  ofThisImplementation,
  operationOptions,
  recorded,
  requireUsable,
} from '../api/recorded.ts';
import { MAX_ITEMS, refused, requireCount, requireMembersOf } from '../checks.ts';
import { type BufferArgument, bufferRange, firstBytes } from '../gpu/arguments.ts';
import { deviceFacts } from '../gpu/device.ts';
import { PlannedOperation } from '../gpu/operation.ts';
import type { BufferRange } from '../gpu/ranges.ts';
import type { PlanDescription } from '../plan/describe.ts';
import { section } from '../plan/link.ts';
import { callModule, counted, layOut, type Plan, STATE } from '../plan/plan.ts';
import { type ValueType, valueBytesOf } from '../sort/descriptor.ts';
import { type FamilyTuning, type InternalTuning, tuningTable } from '../tuning/tuning.ts';
import type { GroupByDescriptor } from './descriptor.ts';
import { gatherFragment } from './kernels.ts';
import { groupStages } from './record.ts';

/** The arguments of `createGather`. */
export interface GatherDescriptor extends Pick<GroupByDescriptor, 'ownTemporary' | 'profile' | 'tuning'> {
  /** Type of the items. They are moved as bits, so only their size matters. */
  itemType: ValueType;
  /** The largest number of rows of one call. */
  maxItems: number;
}

/** The buffers of one recorded gather. */
export interface GatherArguments {
  /** The items, packed. They are not changed. There may be more of them than `maxItems`. */
  itemsIn: BufferArgument;
  /** The rows, one u32 for each item of the output, such as `rowsOut` of a grouping. Rows may repeat. */
  rows: BufferArgument;
  /**
   * Receives item rows[j] of `itemsIn` at index j. Where `itemsIn` has no such item, what was there stays: nothing is
   * read or written out of bounds.
   */
  itemsOut: BufferArgument;
  /**
   * Rows of the call: a number, or a buffer whose first u32 an earlier pass writes. The u32 is clamped to what `rows`
   * and `itemsOut` hold, and to `maxItems`. Default: all that `rows` holds.
   */
  itemCount?: CountArgument;
  /** Scratch memory of at least `temporaryBytes` bytes, with any content. Required with `ownTemporary: false`. */
  temporary?: BufferArgument;
}

/** A gather whose kernels are compiled. It can be recorded any number of times. */
export interface Gather extends CompiledPlan<GatherArguments> {
  /** Describes, as plain data, what `encode` records where `itemCount` is a number. */
  describe(): PlanDescription;
}

/** The data that a plan depends on, besides the table of the device. */
export interface GatherSpec {
  readonly itemBytes: number;
  readonly maxItems: number;
  /** Whether the buffer `countIn` holds the number of rows. */
  readonly countOnGpu: boolean;
}

const CALL_MEMBERS = ['items', 'sources'];

/** The plan of a gather: one pass. Needs no GPU. */
export function gatherPlan({ itemBytes, maxItems, countOnGpu }: GatherSpec, { convert }: FamilyTuning): Plan {
  const { workgroup, perLane } = convert;
  const { modules, aliases, constants, perWord } = gatherFragment(itemBytes);
  // A profile binds the last two ranges.
  const { regions, bytes } = layOut({ state: 4 * STATE.FIRST_ID, spans: 8, large: 8 });
  return {
    passes: [
      {
        kernel: {
          name: gatherFile.name,
          entry: gatherFile,
          modules: [callModule(CALL_MEMBERS), section(setup, 'count', countOnGpu ? 'buffer' : 'given'), ...modules],
          aliases,
          constants: { ...STATE, ...constants, WORKGROUP: workgroup, PER_LANE: perLane },
        },
        grid: counted('items', perWord * perLane, workgroup),
        traffic: { item: 4 + 2 * itemBytes },
      },
    ],
    regions,
    resources: { call: { kind: 'call', members: CALL_MEMBERS } },
    temporaryBytes: bytes,
    itemBytes: maxItems * Math.max(itemBytes, 4),
    argsSlots: 1,
    classes: [{ name: 'large', minLength: 1, maxLength: Number.POSITIVE_INFINITY, methodText: 'gathered by rows' }],
  };
}

interface GatherOperation {
  readonly operation: PlannedOperation;
  readonly itemBytes: number;
  readonly maxItems: number;
  readonly planFor: (countOnGpu: boolean) => Plan;
}

const BUFFERS = ['itemsIn', 'rows', 'itemsOut', 'itemCount', 'temporary'] as const;
const MEMBERS = ['itemType', 'maxItems', 'ownTemporary', 'profile', 'tuning'] as const;

/** Bytes of a number of items, in whole words. */
const wordBytes = (items: number, itemBytes: number) => 4 * Math.ceil((items * itemBytes) / 4);

/** The number of rows of a call. With a count on the GPU it is the largest possible one, as the buffers are. */
function rowsOf({ itemBytes, maxItems }: GatherOperation, { itemCount }: GatherArguments, ranges: Ranges) {
  if (typeof itemCount !== 'object' || itemCount === null) {
    return { rows: callItems(itemCount, maxItems, [{ range: ranges.rows, itemBytes: 4 }]), counts: {} };
  }
  const countIn = { ...firstBytes(bufferRange('itemCount', itemCount), 4), size: 4 };
  const rooms = [ranges.rows.size / 4, ranges.itemsOut.size / itemBytes].map(Math.floor);
  return { rows: Math.min(maxItems, ...rooms), counts: { countIn } };
}

type Ranges = Readonly<Record<'itemsIn' | 'rows' | 'itemsOut', BufferRange>>;

/** Reads and checks the buffers of a call. */
function callRanges(gather: GatherOperation, args: GatherArguments) {
  const { itemBytes, maxItems, operation } = gather;
  const given = {
    itemsIn: bufferRange('itemsIn', args.itemsIn),
    rows: bufferRange('rows', args.rows),
    itemsOut: bufferRange('itemsOut', args.itemsOut),
  };
  const { maxStorageBufferBindingSize } = operation.device.limits;
  if (given.itemsIn.size > maxStorageBufferBindingSize) {
    const allowed = `the device's maxStorageBufferBindingSize, ${maxStorageBufferBindingSize}`;
    throw refused('limit-exceeded', 'itemsIn', `${given.itemsIn.size} bytes`, allowed);
  }
  const { rows, counts } = rowsOf(gather, args, given);
  const ranges = {
    itemsIn: given.itemsIn,
    rows: firstBytes(given.rows, 4 * rows, 4 * maxItems),
    itemsOut: firstBytes(given.itemsOut, wordBytes(rows, itemBytes), wordBytes(maxItems, itemBytes)),
    ...counts,
  };
  return { ranges, rows, sources: Math.floor(given.itemsIn.size / itemBytes) };
}

function encodeGather(
  gather: GatherOperation,
  encoder: GPUCommandEncoder | GPUComputePassEncoder,
  args: GatherArguments,
): void {
  const { operation, planFor } = gather;
  requireUsable(operation, encoder, args, BUFFERS);
  const { ranges, rows, sources } = callRanges(gather, args);
  const temporary = beginCall(operation, encoder, args.temporary, ranges);
  // WebGPU wants an item's bytes in every binding.
  if (rows === 0 || sources === 0) return;
  const numbers = { items: rows, segments: 0, size: 0, sources };
  const plan = planFor('countIn' in ranges);
  ofThisImplementation(() => operation.record(encoder, plan, ranges, temporary, numbers));
}

/** Makes a gather that the caller records: see `createGather`. */
export async function madeGather(
  device: GPUDevice,
  descriptor: GatherDescriptor,
  tuning: InternalTuning,
): Promise<Gather> {
  requireMembersOf('descriptor', descriptor, MEMBERS);
  const itemBytes = valueBytesOf(descriptor.itemType ?? ('undefined' as never), 'itemType');
  const maxItems = requireCount('maxItems', descriptor.maxItems, MAX_ITEMS);
  const options = await operationOptions(device, descriptor);
  const rowSort = { type: 'u32', zerosTie: false, sorted: false, groups: undefined } as const;
  const { deviceTable } = await groupStages({ device, tuning }, rowSort);
  const table = tuningTable(deviceTable(deviceFacts(device)), tuning);
  const given = gatherPlan({ itemBytes, maxItems, countOnGpu: false }, table);
  const bounded = gatherPlan({ itemBytes, maxItems, countOnGpu: true }, table);
  const all = { ...given, passes: [...given.passes, ...bounded.passes] };
  const operation = await PlannedOperation.create(device, 'gather', all, options);
  const gather = { operation, itemBytes, maxItems, planFor: (onGpu: boolean) => (onGpu ? bounded : given) };
  return {
    ...recorded(operation, given),
    encode: (encoder, buffers) => encodeGather(gather, encoder, buffers),
  };
}
