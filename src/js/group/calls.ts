/** Groups of rows by id, and reduces by key. */
import { type HostArray, type HostItems, hostItems } from '../../api/arrays.ts';
import { gathered } from '../../api/gather.ts';
import { type CallOptions, requireWork } from '../../api/options.ts';
import { MAX_ITEMS, requireCount, requireObject, requireOneOf } from '../../checks.ts';
import { refused, shown, unsupported } from '../../errors.ts';
import { NUMBER_TYPES, type NumberType } from '../../item_types.ts';
import type { ReduceOp } from '../../operators/operators.ts';
import type { Reduced, ReduceOptions } from '../../reduce/calls.ts';
import type { KeyOrder } from '../../sort/keys/keys.ts';
import { requireMembers } from '../../unknown.ts';
import { iota, type NoDevice } from '../call.ts';
import { viewOf } from '../numbers.ts';
import { checkedRequest, segmentedReduce } from '../reduce/calls.ts';
import { type MappedKeys, mapped } from '../sort/key_map.ts';
import { workspace } from '../sort/short.ts';
import { sortPairs, sortWidePairs } from '../sort/words.ts';

/** How ids form groups. */
export interface GroupOptions {
  /**
   * The number of groups: ids are 0 to `groups` − 1, of an integer type, and group i is id i. Empty groups are
   * included, and rows with other ids are dropped. Default: a group for each distinct id.
   */
  groups?: number;
  /** Whether ids ascend already, in the order of sorts. Then nothing is sorted. Default: `false`. */
  sorted?: boolean;
  /** `'equal'`: -0 and +0 are one group. Default `'distinct'`: -0 is the group before +0. */
  signedZero?: 'distinct' | 'equal';
}

/** Options of `groupBy`. */
export interface GroupByOptions extends GroupOptions, Omit<CallOptions, 'cover'> {}

/** Options of `reduceByKey`: how ids form groups, and the options of `segmentedReduce`. */
export interface ReduceByKeyOptions extends GroupOptions, Omit<ReduceOptions, 'cover'> {}

/** Groups of rows. */
export interface Groups<K> {
  /** The distinct ids, ascending, in the form of the ids. With `groups` they are 0 to `groups` − 1. */
  keys: K;
  /** Group i is rows[offsets[i]] to rows[offsets[i + 1] − 1]: one offset more than there are groups. */
  offsets: Uint32Array<ArrayBuffer>;
  /** The rows of each group, in input order. */
  rows: Uint32Array<ArrayBuffer>;
}

/** Results by key: one element a group. */
export interface ReducedByKey<K, R> {
  /** The distinct ids, ascending, in the form of the ids. */
  keys: K;
  /** The results in the order of `keys`, in the form that `segmentedReduce` gives. */
  result: R;
}

interface Grouping {
  readonly ids: HostItems;
  readonly order: KeyOrder;
  readonly sorted: boolean;
  readonly groups: number | undefined;
}

const OPTIONS = ['groups', 'sorted', 'signedZero', 'tuning', 'onProgress', 'signal'];

function checkedGroups(groups: unknown, type: NumberType): number | undefined {
  if (groups === undefined) return undefined;
  if (type[0] === 'f') {
    throw unsupported('ids with groups', type, NUMBER_TYPES.filter((name) => name[0] !== 'f').join(', '));
  }
  const count = requireCount('groups', groups, MAX_ITEMS);
  const ids = 2 ** (Number(type.slice(1)) - (type[0] === 'i' ? 1 : 0));
  if (count > ids) throw refused('invalid-option', 'groups', count, `at most ${ids}, the ids of ${type}`);
  return count;
}

function grouping(ids: HostItems, options: GroupByOptions, further: readonly string[]): Grouping {
  requireMembers('options', options, [...OPTIONS, ...further]);
  const { groups, sorted = false, signedZero = 'distinct' } = options;
  requireOneOf('ids', typeof ids.type === 'object' ? 'opaque bytes' : ids.type, NUMBER_TYPES, 'unsupported-type');
  if (typeof sorted !== 'boolean') throw refused('invalid-option', 'sorted', shown(sorted), 'true, false');
  requireOneOf('signedZero', signedZero, ['distinct', 'equal'], 'invalid-option');
  const keyType = ids.type as NumberType;
  const count = checkedGroups(groups, keyType);
  requireWork(options);
  const bits = { beginBit: 0, endBit: 8 * ids.itemBytes };
  const order: KeyOrder = { keyType, order: 'ascending', ...bits, zerosTie: signedZero === 'equal' };
  return { ids, order, sorted, groups: count };
}

/** Refuses an id that falls. */
function requireSorted({ low, high }: MappedKeys): void {
  for (let row = 1; row < low.length; row++) {
    const [a, b] = high ? [high[row - 1]!, high[row]!] : [0, 0];
    if (a < b || (a === b && low[row - 1]! <= low[row]!)) continue;
    throw refused(
      'offsets-not-monotonic',
      'ids',
      `id ${row} falls below id ${row - 1}`,
      'ids that never fall, or sorted: false',
    );
  }
}

/** The rows in the order of their ids. */
function orderedRows({ low, high }: MappedKeys, sorted: boolean): Uint32Array<ArrayBuffer> {
  const rows = iota(low.length);
  if (sorted) return rows;
  const work = workspace(rows.length, true);
  if (high) sortWidePairs(work, high.slice(), low, new Uint32Array(rows.length), rows, 0, rows.length);
  else sortPairs(work, low.slice(), rows, 0, rows.length);
  return rows;
}

/** Groups by distinct id. */
function distinctGroups({ ids, order, sorted }: Grouping): Groups<HostArray> {
  const keys = mapped(ids.bytes.slice(), order);
  const { low, high } = keys;
  if (sorted) requireSorted(keys);
  const rows = orderedRows(keys, sorted);
  const heads: number[] = [];
  for (let i = 0; i < rows.length; i++) {
    const [row, before] = [rows[i]!, i > 0 ? rows[i - 1]! : -1];
    if (i > 0 && low[row] === low[before] && high?.[row] === high?.[before]) continue;
    heads.push(i);
  }
  const offsets = Uint32Array.from([...heads, rows.length].slice(0, rows.length > 0 ? undefined : 1));
  const first = offsets.subarray(0, heads.length).map((i) => rows[i]!);
  return { keys: ids.like(gathered(ids, first).bytes), offsets, rows };
}

/** The id of each row as a number; -1 for an id that no group has. */
function idNumbers({ ids, order: { keyType } }: Grouping, groups: number): Int32Array {
  const numbers = new Int32Array(ids.length).fill(-1);
  const isWide = keyType.endsWith('64');
  const items = viewOf(isWide ? 'u32' : (keyType as 'u32'), ids.bytes);
  for (let row = 0; row < numbers.length; row++) {
    const id = isWide ? (items[2 * row + 1] === 0 ? items[2 * row]! : -1) : items[row]!;
    if (id >= 0 && id < groups) numbers[row] = id;
  }
  return numbers;
}

/** Groups by the ids' numbers: a counting sort. */
function numberedGroups(of: Grouping, groups: number): Groups<HostArray> {
  const { ids, order, sorted } = of;
  if (sorted) requireSorted(mapped(ids.bytes.slice(), order));
  const numbers = idNumbers(of, groups);
  const offsets = new Uint32Array(groups + 1);
  for (let row = 0; row < numbers.length; row++) if (numbers[row]! >= 0) offsets[numbers[row]! + 1]!++;
  for (let i = 0; i < groups; i++) offsets[i + 1]! += offsets[i]!;
  const rows = new Uint32Array(offsets[groups]!);
  const next = offsets.slice();
  for (let row = 0; row < numbers.length; row++) if (numbers[row]! >= 0) rows[next[numbers[row]!]!++] = row;
  const bytes = new Uint8Array(groups * ids.itemBytes);
  const isWide = order.keyType.endsWith('64');
  const keys = viewOf(isWide ? 'u32' : (order.keyType as 'u32'), bytes);
  for (let i = 0; i < groups; i++) keys[isWide ? 2 * i : i] = i;
  return { keys: ids.like(bytes), offsets, rows };
}

function groupRows(of: Grouping): Groups<HostArray> {
  return of.groups === undefined ? distinctGroups(of) : numberedGroups(of, of.groups);
}

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
export async function groupBy<K extends HostArray>(
  _device: NoDevice,
  ids: K,
  options: GroupByOptions = {},
): Promise<Groups<K>> {
  requireObject('options', options);
  const items = hostItems('ids', ids);
  const found = groupRows(grouping(items, options, []));
  options.onProgress?.({ done: items.length, total: items.length });
  return found as Groups<K>;
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
export async function reduceByKey<K extends HostArray, V extends HostArray, const Ops extends readonly ReduceOp[]>(
  device: NoDevice,
  ids: K,
  values: V,
  op: Ops,
  options?: ReduceByKeyOptions,
): Promise<ReducedByKey<K, { -readonly [I in keyof Ops]: Reduced<V, Ops[I]> }>>;
export async function reduceByKey<K extends HostArray, V extends HostArray, const Op extends ReduceOp>(
  device: NoDevice,
  ids: K,
  values: V,
  op: Op,
  options?: ReduceByKeyOptions,
): Promise<ReducedByKey<K, Reduced<V, Op>>>;
export async function reduceByKey(
  _device: NoDevice,
  ids: HostArray,
  values: HostArray,
  op: ReduceOp | readonly ReduceOp[],
  options: ReduceByKeyOptions = {},
): Promise<ReducedByKey<HostArray, unknown>> {
  requireObject('options', options);
  const items = hostItems('ids', ids);
  const { type, length } = hostItems('values', values);
  checkedRequest(type, op, options);
  const of = grouping(items, options, ['initial', 'whenEmpty', 'accuracy']);
  if (length !== items.length) {
    throw refused('length-mismatch', 'values', `${length} values`, `${items.length}, one per id`);
  }
  const { initial, whenEmpty, accuracy, onProgress, signal } = options;
  const { keys, offsets, rows } = groupRows(of);
  const given = { initial, whenEmpty, accuracy, onProgress, signal } as ReduceOptions;
  return { keys, result: await segmentedReduce(null, values, { offsets, rows }, op as ReduceOp, given) };
}
