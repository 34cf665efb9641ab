/** Sorts that callers record. */
import {
  beginCall,
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
import { refused, requireMembersOf, requireOwnMembers } from '../checks.ts';
import { type BufferArgument, bufferRange, firstItems, type SamePair } from '../gpu/arguments.ts';
import type { BufferRange } from '../gpu/ranges.ts';
import type { PlanDescription } from '../plan/describe.ts';
import type { InternalTuning } from '../tuning/tuning.ts';
import type { DoubleBuffer, SegmentedSortDescriptor } from './descriptor.ts';
import { customKeysOf, keyWidth, type SortSpec } from './kernels.ts';
import { APART, recordSort, type SortOperation, sortOfLengths } from './operation.ts';
import type { SortStages } from './plan.ts';

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
  'nan',
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
    ranges[name] = firstItems(range, bytesOf(name), items, spec.maxItems);
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

/** Makes a sort that the caller records. `createSegmentedSort` calls it. */
export async function makeSort(
  device: GPUDevice,
  descriptor: SegmentedSortDescriptor,
  spec: SortSpec,
  stages: SortStages,
  tuning: InternalTuning,
): Promise<SegmentedSort> {
  requireMembersOf('descriptor', descriptor, DESCRIPTOR);
  const options = { ...(await operationOptions(device, descriptor)), inPlace: descriptor.inPlace === true };
  const sort = await sortOfLengths(device, stages, spec, tuning, { holds: () => true, access: APART, options });
  return {
    ...recorded(sort.operation, sort.planFor(APART)),
    encode: (encoder, buffers) => encodeSort(spec, sort, encoder, buffers),
  };
}
