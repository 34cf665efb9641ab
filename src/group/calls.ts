import type { CallOptions } from '../api/array_call.ts';
import { type HostArray, hostItems, rowWidth } from '../api/arrays.ts';
import { readMembers, requireObject, taken } from '../checks.ts';
import type { OpOf, ReduceOp } from '../operators/operators.ts';
import type { Reduced, ReduceOptions } from '../reduce/calls.ts';
import { reduceRequest } from '../reduce/descriptor.ts';
import { copiedTuning } from '../tuning/tuning.ts';
import type { GroupByDescriptor, GroupOptions, Inverse } from './descriptor.ts';
import type { Gather, GatherDescriptor } from './gather.ts';
import { type GroupIds, hostIds, type KeysOf } from './ids.ts';
import type { GroupBy } from './record.ts';

/** Options of `groupBy`. */
export interface GroupByOptions extends GroupOptions, Inverse, Omit<CallOptions, 'cover'> {}

/** Options of `reduceByKey`: how ids form groups, and the options of `segmentedReduce`. */
export interface ReduceByKeyOptions extends GroupOptions, Omit<ReduceOptions, 'cover'> {}

/** Groups of rows. */
export interface Groups<K> {
  /**
   * The distinct ids, ascending, in the form of the ids. With `groups` they are 0 to `groups` − 1. Of several columns,
   * a list: entry i of all columns is the key of group i.
   */
  keys: KeysOf<K>;
  /** Group i is rows[offsets[i]] to rows[offsets[i + 1] − 1]: one offset more than there are groups. */
  offsets: Uint32Array<ArrayBuffer>;
  /** The rows of each group, in input order. */
  rows: Uint32Array<ArrayBuffer>;
}

/** With `inverse`, the groups of rows and each row's group; a row that is dropped has 0xFFFFFFFF. */
export type GroupsOf<K, O> = Groups<K> & (O extends { inverse: true } ? { groups: Uint32Array<ArrayBuffer> } : unknown);

/** Results by key: one element a group. */
export interface ReducedByKey<K, R> {
  /** The distinct ids, ascending, in the form of the ids. Of several columns, a list. */
  keys: KeysOf<K>;
  /** The results in the order of `keys`, in the form that `segmentedReduce` gives. */
  result: R;
}

/** A copy of the options, which the caller may change before the call's code is loaded. */
function copied<O extends CallOptions>(options: O) {
  requireObject('options', options);
  return { ...readMembers(options), tuning: copiedTuning(options.tuning) };
}

/**
 * Groups rows by their ids. Returns the distinct ids, and the rows of each group in input order. `offsets` and `rows`
 * are segments for every other call.
 *
 * Groups ascend in the order of {@link segmentedSort}. All NaNs are one group, the last. -0 and +0 are one group,
 * unless `signedZero` is `'distinct'`. A group's key is the id of its first row, bit for bit. The result is the same on
 * every adapter and in every run. With `groups` ids are numbers from 0: group i is id i, empty groups are included, and
 * rows with other ids are dropped. With `sorted` ids ascend already, and the call needs no GPU. With `inverse` the
 * result has each row's group as well.
 *
 * `ids` may be a list of columns of one length. Then groups ascend by the first column, then by the next, and `keys` is
 * a list of columns. It does not go with `groups`. The host packs the ids of a row into one id of 32 or 64 bits. A
 * column of 64 bits is first grouped by itself, and so are columns that together have more than 64 bits.
 *
 * Cost: a stable radix sort of ids with their rows, 8 bits a pass, and one scan. With `groups` the sort takes as
 * many bits as `groups` has. Ids that are too long for one buffer binding of the device are grouped in batches, which
 * the host joins.
 *
 * @param device a device that is not lost; any features and limits do
 * @param ids one id a row: any typed array except Uint8ClampedArray, or `{ type, data }`; numbers only; or a list of
 *   these
 * @param options none is required
 * @throws SegmentedError, which names the argument, the value found and the value allowed: 'unsupported-type',
 *   'invalid-option', 'limit-exceeded', 'offsets-not-monotonic' (an id that falls, with `sorted`), 'device-lost',
 *   'out-of-memory', 'aborted'
 * @example
 * const { keys, offsets, rows } = await groupBy(device, new Uint32Array([7, 3, 7, 9]));
 * // keys 3 7 9 · offsets 0 1 3 4 · rows 1 | 0 2 | 3
 */
export async function groupBy<const K extends GroupIds, const O extends GroupByOptions = Record<never, never>>(
  device: GPUDevice,
  ids: K,
  options: O = {} as O,
): Promise<GroupsOf<K, O>> {
  const [given, items] = [copied(options), hostIds(ids)];
  const { groupHost } = await import('./array_call.ts');
  return (await groupHost(device, items, given)) as GroupsOf<K, O>;
}

/**
 * Reduces the values of each id. It is {@link groupBy}, then {@link segmentedReduce} over the groups, and gives the
 * same bits. So the results of a group depend only on its own rows and their order.
 *
 * Cost: that of `groupBy`, one move of the values, and the reduce. All of it is one submission on the GPU, and only
 * results are read back. Ids of several columns are grouped first, and the host moves the values. Arrays that are too
 * long for one buffer binding of the device run in batches.
 *
 * Values with a `width` are rows of so many numbers. Each column is reduced by itself. The ids are grouped first; then
 * the GPU gathers the rows of each group, in a second submission.
 *
 * @param device a device that is not lost; any features and limits do
 * @param ids one id a row, as for `groupBy`
 * @param values one value a row, as for `segmentedReduce`; with `width` one row of numbers an id
 * @param op an operator or a list of operators, as for `segmentedReduce`
 * @param options none is required
 * @throws SegmentedError as `groupBy` and `segmentedReduce`; 'length-mismatch' for ids and values of different lengths
 * @example
 * const { keys, result } = await reduceByKey(device, new Uint32Array([7, 3, 7]), new Float32Array([1, 2, 4]), 'sum');
 * // keys 3 7 · result 2 5
 */
export async function reduceByKey<
  const K extends GroupIds,
  V extends HostArray,
  const Ops extends readonly OpOf<V, ReduceOp>[],
  const O extends ReduceByKeyOptions,
>(
  device: GPUDevice,
  ids: K,
  values: V,
  op: Ops,
  options?: O,
): Promise<ReducedByKey<K, { -readonly [I in keyof Ops]: Reduced<V, Ops[I], O> }>>;
export async function reduceByKey<
  const K extends GroupIds,
  V extends HostArray,
  const Op extends OpOf<V, ReduceOp>,
  const O extends ReduceByKeyOptions,
>(device: GPUDevice, ids: K, values: V, op: Op, options?: O): Promise<ReducedByKey<K, Reduced<V, Op, O>>>;
export async function reduceByKey(
  device: GPUDevice,
  ids: GroupIds,
  values: HostArray,
  op: ReduceOp | readonly ReduceOp[],
  options: ReduceByKeyOptions = {},
): Promise<ReducedByKey<GroupIds, unknown>> {
  const given = copied(options);
  const arrays = { ids: hostIds(ids), values: hostItems('values', values, false, ['width']) };
  const width = rowWidth(values, arrays.values, undefined);
  const request = reduceRequest('values', { ...given, type: arrays.values.type, op });
  if (width) {
    const { reduceRowsByKey } = await import('./reduce_rows_by_key.ts');
    return reduceRowsByKey(device, { ...arrays, width, request }, given) as Promise<ReducedByKey<GroupIds, unknown>>;
  }
  const { reduceByKeyHost } = await import('./reduce_by_key.ts');
  return reduceByKeyHost(device, { ...arrays, request }, given) as Promise<ReducedByKey<GroupIds, unknown>>;
}

/**
 * Makes a grouping that is recorded into the caller's command encoder. After this call it reads nothing back, submits
 * nothing and allocates nothing that grows with the data. The number of groups stays in a buffer: `offsetsOut` and
 * `countOut` are the segments of the next plan in the same encoder.
 *
 * Only the first `maxGroups` groups are written, but `countOut` has the number of all groups. With `sorted`
 * ids are not checked: a falling id begins a further group.
 *
 * Cost of a call: O(items) for each 8 bits of an id. Method: a stable sort of ids with their rows, as one large
 * segment; then head flags and a scan (Sengupta et al. 2007). With `groups`, each group is found in the sorted rows by
 * galloping (Bentley and Yao 1976).
 *
 * @param device a device that is not lost; any features and limits do
 * @throws SegmentedError 'unsupported-type', 'invalid-option', 'limit-exceeded', 'device-lost', 'out-of-memory'
 * @example
 * const group = await createGroupBy(device, { keyType: 'u32', maxItems: 1 << 20, maxGroups: 1 << 16 });
 * const encoder = device.createCommandEncoder();
 * group.encode(encoder, { idsIn, offsetsOut, rowsOut, countOut });
 * device.queue.submit([encoder.finish()]);
 */
export async function createGroupBy(device: GPUDevice, descriptor: GroupByDescriptor): Promise<GroupBy> {
  requireObject('descriptor', descriptor);
  const given = taken(descriptor);
  const tuning = copiedTuning(given.tuning);
  const { madeGroupBy } = await import('./record.ts');
  return madeGroupBy(device, given, tuning);
}

/**
 * Makes a gather that is recorded into the caller's command encoder: item j of the output is item rows[j] of the input.
 * It brings a column into the order of groups, so that the next plan of the same encoder takes the groups as its
 * segments. After this call it reads nothing back, submits nothing and allocates nothing that grows with the data.
 *
 * A row that `itemsIn` does not have is skipped: its item of the output stays as it was.
 *
 * Cost of a call: O(rows), one dispatch. Items of 1 to 16 bytes.
 *
 * @param device a device that is not lost; any features and limits do
 * @throws SegmentedError 'unsupported-type', 'invalid-option', 'limit-exceeded', 'device-lost', 'out-of-memory'
 * @example
 * const group = await createGroupBy(device, { keyType: 'u32', maxItems: 1 << 20 });
 * const gather = await createGather(device, { itemType: 'f32', maxItems: 1 << 20 });
 * const encoder = device.createCommandEncoder();
 * group.encode(encoder, { idsIn, offsetsOut, rowsOut, countOut });
 * gather.encode(encoder, { itemsIn: column, rows: rowsOut, itemsOut: ordered });
 * device.queue.submit([encoder.finish()]);
 */
export async function createGather(device: GPUDevice, descriptor: GatherDescriptor): Promise<Gather> {
  requireObject('descriptor', descriptor);
  const given = taken(descriptor);
  const tuning = copiedTuning(given.tuning);
  const { madeGather } = await import('./gather.ts');
  return madeGather(device, given, tuning);
}
