import {
  type ArrayCall,
  type BoundedOperation,
  type CallOutput,
  type CheckedCall,
  checkedCall,
  itemsOf,
  runArrayCall,
} from '../api/array_call.ts';
import { type HostItems, hostItems } from '../api/arrays.ts';
import { type CallOptions, requireBounds } from '../api/options.ts';

import { type CheckedSegments, type HostSegments, lengthsHeld } from '../api/segments.ts';
import { requireObject, requireOneOf } from '../checks.ts';
import { refused } from '../errors.ts';
import { requireDevice } from '../gpu/device.ts';
import { customKeysOf, type SortAccess, type SortSpec, VALUE_BYTES } from './context.ts';
import type { Compare } from './keys/compare.ts';
import type { SortOrder } from './keys/keys.ts';
import type { OrderBy } from './keys/order_by.ts';
import { sortLong } from './long.ts';
import { APART, plannedSort, sortOfLengths, stagesOf } from './operation.ts';
import { recordSort } from './record.ts';
import { sortOrder } from './spec.ts';
import type { SortStages } from './stages.ts';

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
  const sort = await sortOfLengths(device, stages, spec, tuning, { holds: lengthsHeld(segments), access });
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
    long: sortLong,
  };
}

const SORT_OPTIONS = ['order', 'beginBit', 'endBit', 'signedZero', 'compare', 'orderBy'];

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
  const known = [...SORT_OPTIONS, ...ownOptions];
  const call = checkedCall(device, given.length, segmentsGiven, options, { mayOverlap: false, options: known });
  const ordered = { ...options, keyType: given.type };
  const [keys, values, checked] = await Promise.all([
    itemsOf(call, given),
    valuesOf(given, call),
    sortOrder(ordered as Parameters<typeof sortOrder>[0], 'keys'),
  ]);
  const made = values?.made;
  const valueBytes = (values?.itemBytes ?? 0) as SortSpec['valueBytes'];
  const spec = { ...checked, valueBytes, indexFrom: made?.from };
  requireDevice(device);
  const stages = await stagesOf(device, spec, call.tuning);
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
