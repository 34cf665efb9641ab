/** A sort that a caller records. Only such sorts load this file. */
import {
  beginCall,
  callItems,
  callSegments,
  ofThisImplementation,
  recorded,
  requireFit,
  requireUsable,
  type SegmentsArgument,
} from '../api/recorded.ts';
import { requireMembers, requireOwnMembers } from '../checks.ts';
import { refused } from '../errors.ts';
import { type BufferArgument, type BufferRange, bufferRange, firstBytes, type SamePair } from '../gpu/ranges.ts';
import type { PlanDescription } from '../plan/describe.ts';
import type { Plan } from '../plan/plan.ts';
import type { PlanProfile } from '../plan/profile.ts';
import { customKeysOf, type SortSpec } from './context.ts';
import type { DoubleBuffer } from './double_buffer.ts';
import { keyWidth } from './keys/keys.ts';
import { recordSort, type SortOperation } from './record.ts';
import type { SegmentedSortDescriptor } from './spec.ts';

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

const ARGUMENTS: readonly (keyof SegmentedSortArguments)[] = [
  ...(['keysIn', 'keysOut', 'valuesIn', 'valuesOut', 'keys', 'values'] as const),
  ...(['segments', 'itemCount', 'temporary'] as const),
];

const DESCRIPTOR: readonly (keyof SegmentedSortDescriptor)[] = [
  ...([
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
  ] as const),
  ...(['maxItems', 'maxSegments', 'maxSegmentSize', 'ownTemporary', 'profile', 'inPlace', 'tuning'] as const),
];

/** Refuses members that the descriptor of a sort does not have. */
export function requireDescriptor(given: object): void {
  requireMembers('descriptor', given, DESCRIPTOR);
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
