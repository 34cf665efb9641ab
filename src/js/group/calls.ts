/** Groups of rows by id, and reduces by key. */

import { type HostArray, type HostItems, hostItems, rowWidth } from '../../api/arrays.ts';
import { BY_KEY_OPTIONS, GROUP_OPTIONS } from '../../api/options.ts';
import { readMembers, requireMembers, requireObject } from '../../checks.ts';
import type { GroupByOptions, GroupsOf, ReduceByKeyOptions, ReducedByKey } from '../../group/calls.ts';
import { type Columns, type GroupIds, hostIds } from '../../group/ids.ts';
import type { OpOf, ReduceOp } from '../../operators/operators.ts';
import type { Reduced } from '../../reduce/calls.ts';
import { checked, type NoDevice } from '../call.ts';
import { loaded, loadedModules } from '../load.ts';
import type { GivenGroups } from './array_call.ts';

/** Checks the names of the options, and copies them. */
function givenGroups(options: GroupByOptions, further: readonly string[]): GivenGroups {
  requireMembers('options', options, [...GROUP_OPTIONS, ...further, 'tuning', 'onProgress', 'signal']);
  return readMembers(options) as GivenGroups;
}

/** The code for several columns, and for each row's group. */
const columnsFor = (items: Columns<HostItems>, { inverse }: GivenGroups) =>
  Array.isArray(items) || inverse ? import('./columns.ts') : undefined;

/**
 * `groupBy` without a GPU: the same arguments, and the same results. `device` is ignored.
 *
 * Cost: a stable radix sort of rows; with `groups` a counting sort; with `sorted` one read.
 *
 * @throws SegmentedError with the codes of the call on a GPU, except those of devices
 * @example
 * import { groupBy } from 'webgpu-segmented/js';
 * const { keys, offsets, rows } = await groupBy(null, new Uint32Array([7, 3, 7, 9]));
 * // keys 3 7 9 · offsets 0 1 3 4 · rows 1 | 0 2 | 3
 */
export async function groupBy<const K extends GroupIds, const O extends GroupByOptions = Record<never, never>>(
  _device: NoDevice,
  ids: K,
  options: O = {} as O,
): Promise<GroupsOf<K, O>> {
  requireObject('options', options);
  const items = hostIds(ids);
  const given = givenGroups(options, ['inverse']);
  const [{ groupHost }, byColumns] = await loaded(options, import('./array_call.ts'), columnsFor(items, given));
  const found = await groupHost(items, given, byColumns);
  const { length } = [items].flat()[0] as HostItems;
  given.onProgress?.({ done: length, total: length });
  return found as unknown as GroupsOf<K, O>;
}

/**
 * `reduceByKey` without a GPU: {@link groupBy}, then `segmentedReduce` over the groups. `device` is ignored.
 *
 * @throws SegmentedError as {@link groupBy} and `segmentedReduce`
 * @example
 * import { reduceByKey } from 'webgpu-segmented/js';
 * const { keys, result } = await reduceByKey(null, new Uint32Array([7, 3, 7]), new Float32Array([1, 2, 4]), 'sum');
 * // keys 3 7 · result 2 5
 */
export async function reduceByKey<
  const K extends GroupIds,
  V extends HostArray,
  const Ops extends readonly OpOf<V, ReduceOp>[],
  const O extends ReduceByKeyOptions,
>(
  device: NoDevice,
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
>(device: NoDevice, ids: K, values: V, op: Op, options?: O): Promise<ReducedByKey<K, Reduced<V, Op, O>>>;
export async function reduceByKey(
  _device: NoDevice,
  ids: GroupIds,
  values: HostArray,
  op: ReduceOp | readonly ReduceOp[],
  options: ReduceByKeyOptions = {},
): Promise<ReducedByKey<GroupIds, unknown>> {
  requireObject('options', options);
  const items = hostIds(ids);
  const terms = hostItems('values', values, false, ['width']);
  const width = rowWidth(values, terms, undefined);
  const given = givenGroups(options, BY_KEY_OPTIONS);
  const { onProgress, signal } = given;
  const { initial, whenEmpty, accuracy, ddof, widen, nan } = options;
  const [{ groupHost, requireOnePerId }, { reduceHost, requestOf, OPERATORS }, own, ofRows, byColumns] = await loaded(
    options,
    import('./array_call.ts'),
    import('../reduce/array_call.ts'),
    loadedModules({ op, initial, whenEmpty, accuracy, ddof, widen, nan }),
    width ? import('../reduce/rows.ts') : undefined,
    columnsFor(items, given),
  );
  const count = requireOnePerId(items, terms.length, width);
  const request = requestOf(terms.type, own);
  const { keys, offsets, rows } = await groupHost(
    items,
    given,
    byColumns,
    (width ?? 1) * OPERATORS.resultBytes(request),
  );
  const rules = { mayOverlap: false, options: [] };
  const call = checked(count, { offsets, rows }, { onProgress, signal } as GroupByOptions, rules);
  const reduced = ofRows
    ? ofRows.rowsHost(OPERATORS, call, terms, width!, undefined, own)
    : reduceHost(call, terms, own);
  return { keys: keys as HostArray, result: await reduced };
}
