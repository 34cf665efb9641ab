import {
  type ArrayCall,
  type BoundedOperation,
  type CallOptions,
  type CallOutput,
  type CheckedCall,
  checkedCall,
  itemsOf,
  requireBounds,
  runArrayCall,
} from '../api/array_call.ts';
import { type HostItems, hostItems } from '../api/arrays.ts';
import type { Batch } from '../api/batches.ts';
import { type OptionNames, SORT_OPTIONS } from '../api/options.ts';
import { type CheckedSegments, type HostSegments, presentLengths, segmentBounds } from '../api/segments.ts';
import { readMembers, refused, requireObject, requireOneOf } from '../checks.ts';
import { requireDevice } from '../gpu/device.ts';
import type { BufferRange } from '../gpu/ranges.ts';
import { VALUE_BYTES } from '../item_types.ts';
import type { Compare, OrderBy } from './custom.ts';
import { customKeysOf, type SortAccess, type SortOrder, type SortSpec } from './kernels.ts';
import { loadLong, loadSort, sortOrder } from './load.ts';
import { APART, plannedSort, recordSort, sortOfLengths } from './operation.ts';
import type { SortStages } from './plan.ts';

/** Options of the sorts on host arrays (`segmentedSort` and its variants). */
export interface SortOptions extends CallOptions {
  /** Default `'ascending'`. Descending is the exact reverse, but ties keep their input order. */
  order?: SortOrder;
  /** First bit of the sort: keys are ordered by bits beginBit … endBit − 1 of the plain radix map. Default: 0. */
  beginBit?: number;
  /** One past the last bit of the sort. Default: the key's width in bits. */
  endBit?: number;
  /** `'equal'`: -0 and +0 tie, and each keeps its sign. Default `'distinct'`: -0 comes before +0. */
  signedZero?: 'distinct' | 'equal';
  /** Where NaNs come, in both orders. Default: after all numbers in ascending order, before them in descending. */
  nan?: 'last' | 'first';
  /** A custom comparator in WGSL: it says which of two keys comes first. Not together with `orderBy`. */
  compare?: Compare;
  /** A custom order in WGSL: keys are sorted by the number that a function returns for each. Not with `compare`. */
  orderBy?: OrderBy;
}

/** The keys or the values of a call, as bytes. */
export interface ItemBytes {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly itemBytes: number;
  /** Given for indices that the sort makes, which replace the bytes. */
  readonly made?: MadeIndices;
}

/** Indices that the sort makes: where they count from, and the call that gives them. */
export interface MadeIndices {
  readonly from: SortSpec['indexFrom'];
  /** `sortOf` gives the sort that makes indices, or that moves the given values. */
  callOf(sortOf: (indexFrom?: SortSpec['indexFrom']) => ArrayCall): ArrayCall;
}

/** The result of a host sort: the bytes of keys and values are sorted. */
export interface HostSort<V> {
  readonly keys: HostItems;
  readonly values: V;
}

/** A sort without the bounds on its items and segments. */
type HostSpec = Omit<SortSpec, keyof ReturnType<typeof requireBounds>>;

/** Compiles the sort of a batch for calls whose buffers lie as `access` says. */
async function batchSort(
  { device, tuning }: CheckedCall,
  stages: SortStages,
  spec: SortSpec,
  segments: CheckedSegments,
  access: SortAccess,
): Promise<BoundedOperation> {
  const sort = await sortOfLengths(device, stages, spec, tuning, { holds: presentLengths(segments), access });
  return {
    record: (encoder, { ranges, items, segments }) => recordSort(sort, encoder, ranges, items, segments),
    destroy: () => sort.operation.destroy(),
  };
}

/** The sort as a call on arrays. The sorted bytes replace those of `keys` and `values`. */
function sortCall(
  call: CheckedCall,
  stages: SortStages,
  spec: HostSpec,
  keys: ItemBytes,
  values: ItemBytes | undefined,
): ArrayCall {
  // Keys without values are sorted in place, in the buffer of the upload. A sort in place needs an even number of
  // digits: for other bit ranges it could take one more pass.
  const keysInPlace = !values && !customKeysOf(spec) && (spec.endBit - spec.beginBit) % 16 === 0;
  const access = { ...APART, keysInPlace };
  const sides = Object.entries({ keys, ...(values ? { values } : {}) });
  /** A base has a meaning only for outputs. */
  const arrays = (suffix: 'In' | 'Out'): CallOutput[] =>
    sides.map(([name, { bytes, itemBytes }]) => {
      const base = { input: `${name}In`, inPlace: keysInPlace };
      return { argument: `${name}${suffix}`, per: 'item', entryBytes: itemBytes, bytes, base };
    });
  return {
    ...call,
    inputs: arrays('In'),
    outputs: arrays('Out'),
    minLength: 2,
    scratch: { itemBytes: 4 * (spec.orderBy?.words ?? 1), segmentBytes: 0 },
    plan: (maxItems, maxSegments) =>
      plannedSort(call.device, stages, { ...spec, ...requireBounds({ maxItems, maxSegments }) }, call.tuning),
    make: (bounds, segments) => batchSort(call, stages, { ...spec, ...bounds }, segments, access),
    long: async (segment, long) => (await loadLong()).sortLong(segment, long),
  };
}

/**
 * Sorts host arrays: all sorts on host arrays call it. `valuesOf` copies the values at once, and checks them by the
 * keys that the caller gave. The values have the order of the call's segments. `ownOptions` are the
 * names of further options.
 */
export async function sortHost<V extends ItemBytes | undefined>(
  device: GPUDevice,
  keysGiven: unknown,
  segmentsGiven: HostSegments,
  options: SortOptions,
  valuesOf: (keys: HostItems, call: CheckedCall) => V | Promise<V>,
  ownOptions: readonly string[] = [],
): Promise<HostSort<V>> {
  requireObject('options', options);
  const given = hostItems('keys', keysGiven);
  const known = [...(SORT_OPTIONS satisfies OptionNames<SortOptions>), ...ownOptions];
  const call = checkedCall(device, given.length, segmentsGiven, options, { mayOverlap: false, options: known });
  const ordered = { ...readMembers(options), keyType: given.type };
  const [keys, values, checked] = await Promise.all([
    itemsOf(call, given),
    valuesOf(given, call),
    sortOrder(ordered as Parameters<typeof sortOrder>[0], 'keys'),
  ]);
  const made = values?.made;
  const valueBytes = (values?.itemBytes ?? 0) as SortSpec['valueBytes'];
  const spec = { ...checked, valueBytes, indexFrom: made?.from };
  requireDevice(device);
  const stages = await loadSort(device, call.tuning, spec);
  const sortOf = (indexFrom?: SortSpec['indexFrom']) => sortCall(call, stages, { ...spec, indexFrom }, keys, values);
  await runArrayCall(made?.callOf(sortOf) ?? sortOf());
  return { keys, values };
}

/** Checks the values of a host sort: one value per key, of an allowed size. */
export function checkedValues(values: unknown, keys: HostItems, call: CheckedCall): HostItems {
  const items = hostItems('values', values);
  if (items.length !== keys.length) {
    throw refused('length-mismatch', 'values', `${items.length} values`, `${keys.length}, one per key`);
  }
  requireOneOf('values', items.itemBytes, VALUE_BYTES, 'unsupported-type');
  return itemsOf(call, items);
}

// Argsort on arrays. Its kernels compute the indices, so none is uploaded, and no key is read back.

/** The sort of a batch with a buffer for the sorted keys, which nobody reads. */
function withKeys(device: GPUDevice, sort: BoundedOperation): BoundedOperation {
  let keys: GPUBuffer | undefined;
  return {
    record(encoder, work) {
      const { size } = work.ranges.keysIn as BufferRange;
      keys = device.createBuffer({ label: 'keysOut', size, usage: GPUBufferUsage.STORAGE });
      const keysOut = { buffer: keys, offset: 0, size };
      sort.record(encoder, { ...work, ranges: { ...work.ranges, keysOut } });
    },
    destroy() {
      keys?.destroy();
      sort.destroy();
    },
  };
}

/**
 * The call that gives only indices. `made` is the sort whose kernels compute them, `pairs` the same sort with
 * the indices as values. The array of the output `valuesOut` receives the result.
 *
 * A segment longer than a batch is the exception: `pairs` sorts it, since the chunks that it merges hold indices which
 * no kernel can compute. So its indices are uploaded.
 */
export function indicesCall(made: ArrayCall, pairs: ArrayCall, from: 'array' | 'segment'): ArrayCall {
  const { device, segments, outputs, inputs } = made;
  const valuesOut = outputs[1] as CallOutput;
  const indices = new Uint32Array(valuesOut.bytes.buffer);
  const indexIn = (begin: number, end: number) => {
    const origin = from === 'array' ? 0 : begin;
    for (let i = begin; i < end; i++) indices[i] = i - origin;
  };
  const take = (found: Uint8Array, { firstItem, itemCount, segments: of }: Batch) => {
    const words = new Uint32Array(found.buffer, found.byteOffset, itemCount);
    const shift = from === 'array' ? firstItem : 0;
    if (of.coversAll && shift === 0) return indices.set(words, firstItem);
    for (let s = 0; s < of.count; s++) {
      const [begin, end] = segmentBounds(of, s);
      for (let i = begin; i < end; i++) indices[firstItem + i] = (words[i] as number) + shift;
    }
  };
  // Items outside every segment have their index in the array. No kernel runs if no segment has two items.
  if (!segments.coversAll || segments.longest < 2) for (let i = 0; i < indices.length; i++) indices[i] = i;
  if (segments.longest === 1) for (let s = 0; s < segments.count; s++) indexIn(...segmentBounds(segments, s));
  return {
    ...made,
    inputs: inputs.slice(0, 1),
    outputs: [{ ...valuesOut, base: undefined, rows: { bytesOf: ({ itemCount }) => 4 * itemCount, take } }],
    // Its batches fit `pairs` as well, which may need more scratch memory.
    plan: pairs.plan,
    make: async (...given) => withKeys(device, await made.make(...given)),
    long(segment, long) {
      indexIn(segment.begin, segment.begin + segment.length);
      return pairs.long(segment, { ...long, runBatch: (batch) => long.runBatch(batch, pairs) });
    },
  };
}
