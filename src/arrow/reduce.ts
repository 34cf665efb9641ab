import { type DataType, type Float32, Type, type Uint32, type Vector } from 'apache-arrow';
import type { HostArray, NumberArray } from '../api/arrays.ts';
import type { HostSegments } from '../api/segments.ts';
import { SegmentedError } from '../errors.ts';
import type { ReduceOp } from '../operators/operators.ts';
import { type ReducedAt, type ReduceOptions, segmentedReduce } from '../reduce/calls.ts';
import { resultVector } from './build.ts';
import { type ListColumn, readLists } from './column.ts';
import { packNulls } from './nulls.ts';
import { hostArray, isTime } from './types.ts';

/** What one operator gives of a list column, one element a row. */
export type ReducedList<Op> = Op extends 'argmin' | 'argmax'
  ? { values: Vector; indices: Vector<Uint32> }
  : Op extends 'count'
    ? Vector<Uint32>
    : Op extends 'mean' | 'variance'
      ? Vector<Float32>
      : Vector;

/** Operators that say nothing of no items: null, as in SQL, unless the caller says what. */
const NULL_OF_NOTHING: readonly unknown[] = ['min', 'max', 'argmin', 'argmax', 'mean', 'variance'];
/** Operators whose results are of the items' own type; halves are summed to Float32. */
const KEEPS_TYPE: readonly unknown[] = ['min', 'max', 'argmin', 'argmax', 'sum', 'product', 'and', 'or', 'xor'];
/** Operators that dates and times have. */
const OF_TIME: readonly unknown[] = ['min', 'max', 'argmin', 'argmax', 'count'];

/** What a reduce works on: the items that are not null, and which of its list each is. */
interface Reducible {
  readonly items: HostArray;
  readonly segments: HostSegments;
  /** One byte a row: whether it has an item that is not null. */
  readonly filled: Uint8Array;
  readonly begin: Uint32Array;
  readonly from: Uint32Array | undefined;
}

function reducible(column: ListColumn): Reducible {
  const { itemType, offsets, items, itemValid } = column;
  const rows = offsets.length - 1;
  const filledBy = (begin: Uint32Array, end: Uint32Array) =>
    Uint8Array.from({ length: rows }, (_, row) => Number((end[row] as number) > (begin[row] as number)));
  if (!itemValid) {
    const filled = filledBy(offsets, offsets.subarray(1));
    return { items: hostArray(itemType, items), segments: offsets, filled, begin: offsets, from: undefined };
  }
  const { items: packed, begin, end, from } = packNulls(column, itemValid, 'last');
  return { items: hostArray(itemType, packed), segments: { begin, end }, filled: filledBy(begin, end), begin, from };
}

function requireOperators(itemType: DataType, ops: readonly ReduceOp[]): void {
  if (!isTime(itemType)) return;
  const allowed = itemType.typeId === Type.Duration ? [...OF_TIME, 'sum'] : OF_TIME;
  for (const op of ops) {
    if (typeof op !== 'string' || allowed.includes(op)) continue;
    throw new SegmentedError('unsupported-type', `op: ${op} of ${String(itemType)}; allowed: ${allowed.join(', ')}`);
  }
}

/** Option i of a list of them; without a list of operators the option itself. */
function optionOf(given: unknown, listed: boolean, i: number): unknown {
  return listed ? (given as readonly unknown[] | undefined)?.[i] : given;
}

function vectorOf(column: ListColumn, op: ReduceOp, found: HostArray, valid: Uint8Array | undefined): Vector {
  const width = typeof op === 'object' ? Number(/^vec(\d)/.exec(op.type ?? '')?.[1] ?? 1) : 1;
  const data = ('data' in found ? found.data : found) as NumberArray;
  const keepsType = KEEPS_TYPE.includes(op) && data.constructor === column.items.constructor;
  return resultVector(keepsType ? column.itemType : undefined, data, width, valid);
}

/** Indices among the items that are not null, as indices among all. */
function originalIndices(indices: Uint32Array, { begin, filled, from }: Reducible): Uint32Array {
  if (!from) return indices;
  // An index that says 'none' of an empty row stays.
  return indices.map((index, row) => (filled[row] ? (from[(begin[row] as number) + index] as number) : index));
}

/** Which rows of an operator's result are not null. */
function resultValidity(column: ListColumn, filled: Uint8Array, op: ReduceOp, hasInitial: boolean) {
  if (hasInitial || !NULL_OF_NOTHING.includes(op)) return column.rowValid;
  const { rowValid } = column;
  return rowValid ? filled.map((flag, row) => flag & (rowValid[row] as number)) : filled;
}

/**
 * Reduces every list of a column to one element: a flat column of one element a row, of the items' type, or what
 * {@link segmentedReduce} says (Float32 for means, variances, and sums of Float16; Uint32 for counts; `{ values,
 * indices }` for argmin and argmax; a FixedSizeList for custom operators on vectors). A list of operators gives a
 * list of results.
 *
 * A null row gives null. Nulls inside a list are left out, also of `count`; indices count them. A list without items,
 * or of nulls alone, gives null for min, max, argmin, argmax, mean and variance unless `initial` or `whenEmpty` says
 * what, and the identity for the rest: 0 for sum and count. Dates and times have min, max, argmin, argmax and count,
 * durations sum as well. Cost: that of `segmentedReduce`, and one copy of the child on the host, one more where it has
 * nulls.
 *
 * @param column as `sortList`
 * @throws SegmentedError `'unsupported-type'` for other columns and operators, and all that `segmentedReduce` throws
 * @example
 * const lists = vectorFromArray([[3, null, 1], null, [], [2, 9]], new List(new Field('item', new Float32())));
 * const [sum, most] = await reduceList(device, lists, ['sum', 'max']);
 * console.log(JSON.stringify([sum, most])); // [[4,null,0,11],[3,null,null,9]]
 */
export async function reduceList<const Ops extends readonly ReduceOp[]>(
  device: GPUDevice,
  column: Vector,
  op: Ops,
  options?: ReduceOptions,
): Promise<{ -readonly [K in keyof Ops]: ReducedList<Ops[K]> }>;
export async function reduceList<const Op extends ReduceOp>(
  device: GPUDevice,
  column: Vector,
  op: Op,
  options?: ReduceOptions,
): Promise<ReducedList<Op>>;
export async function reduceList(
  device: GPUDevice,
  column: Vector,
  op: ReduceOp | readonly ReduceOp[],
  options: ReduceOptions = {},
): Promise<unknown> {
  const lists = readLists(column);
  const listed = Array.isArray(op);
  const ops: readonly ReduceOp[] = listed ? op : [op as ReduceOp];
  requireOperators(lists.itemType, ops);
  const work = reducible(lists);
  const found: unknown = await segmentedReduce(device, work.items, work.segments, op as ReduceOp, options);
  const results = (listed ? found : [found]) as (HostArray | ReducedAt<HostArray>)[];
  const vectors = results.map((result, i) => {
    const one = ops[i] as ReduceOp;
    const given = [options.initial, options.whenEmpty].some((value) => optionOf(value, listed, i) !== undefined);
    const valid = resultValidity(lists, work.filled, one, given);
    if (!('indices' in result)) return vectorOf(lists, one, result, valid);
    const indices = originalIndices(result.indices, work);
    return { values: vectorOf(lists, one, result.values, valid), indices: vectorOf(lists, 'count', indices, valid) };
  });
  return listed ? vectors : vectors[0];
}
