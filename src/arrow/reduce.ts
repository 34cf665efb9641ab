import { type DataType, type Float32, type Float64, type Int, Type, type Uint32, type Vector } from 'apache-arrow';
import { type HostArray, hostItems, type NumberArray } from '../api/arrays.ts';
import { readMembers, refused, requireObject, SegmentedError } from '../checks.ts';
import type { ReduceOp } from '../operators/operators.ts';
import type { ReducedAt, ReduceOptions } from '../reduce/calls.ts';
import { resultVector } from './build.ts';
import { type Device, segmentedReduce } from './calls.ts';
import { type FeatureColumn, type ListColumn, readFeatures, readLists } from './column.ts';
import { filledRows, nanOf, type ValidItems, validItems } from './nulls.ts';
import { type ColumnLike, isColumn } from './shape.ts';
import { isTime, type ListOpOf, numbersOf } from './types.ts';

/** Results of one operator on a list column, one element a row. */
export type ReducedList<Op> = Op extends 'argmin' | 'argmax'
  ? { values: Vector; indices: Vector<Uint32> }
  : Op extends 'count' | 'any' | 'all'
    ? Vector<Uint32>
    : Op extends 'mean' | 'variance' | 'std' | 'logsumexp'
      ? Vector<Float32> | Vector<Float64>
      : Vector;

/** Operators that give null for a row without items, as in SQL, unless the caller gives a value for it. */
const NULL_WITHOUT_ITEMS: readonly unknown[] = [
  ...['min', 'max', 'argmin', 'argmax', 'mean', 'variance', 'std', 'logsumexp', 'first', 'last'],
];
/** Operators whose results have the items' type, except that sums and products of Float16 are Float32. */
const KEEPS_TYPE: readonly unknown[] = [
  ...['min', 'max', 'argmin', 'argmax', 'sum', 'product', 'and', 'or', 'xor', 'first', 'last'],
];
/** Operators that dates and times allow. */
const TIME_OPERATORS: readonly unknown[] = ['min', 'max', 'argmin', 'argmax', 'count', 'first', 'last'];

/** Refuses operators that dates and times do not have. `names`: the operators of times. */
export function requireOperators(
  itemType: DataType,
  ops: readonly ReduceOp[],
  names: readonly unknown[] = TIME_OPERATORS,
): void {
  if (!isTime(itemType)) return;
  const allowed = itemType.typeId === Type.Duration ? [...names, 'sum'] : names;
  for (const op of ops) {
    if (typeof op !== 'string' || allowed.includes(op)) continue;
    throw new SegmentedError('unsupported-type', `op: ${op} of ${String(itemType)}; allowed: ${allowed.join(', ')}`);
  }
}

/** The option of operator i: element i of a list, or the option itself without a list of operators. */
function optionOf(given: unknown, listed: boolean, i: number): unknown {
  return listed ? (given as readonly unknown[] | undefined)?.[i] : given;
}

/** Whether the caller says what operator i gives without items. */
function givesEmpty({ initial, whenEmpty }: ReduceOptions, listed: boolean, i: number): boolean {
  return [initial, whenEmpty].some((value) => optionOf(value, listed, i) !== undefined);
}

function vectorOf(column: ListColumn, op: ReduceOp, found: HostArray, valid: Uint8Array | undefined): Vector {
  const vector = typeof op === 'object' ? /^vec(\d)/.exec(op.type ?? '') : null;
  const width = vector ? Number(vector[1]) : undefined;
  const data = numbersOf(found);
  const keepsType = KEEPS_TYPE.includes(op) && data.constructor === column.items.constructor;
  return resultVector(keepsType ? column.itemType : undefined, data, width, valid);
}

/** Converts indices among a row's items that are not null to indices among all its items. */
function originalIndices(indices: Uint32Array, { begin, from }: ValidItems, filled: Uint8Array): Uint32Array {
  if (!from) return indices;
  // A row without items has no item to convert, so its index is unchanged.
  return indices.map((index, row) => (filled[row] ? (from[(begin[row] as number) + index] as number) : index));
}

/** Names of the types that rows of features may have, and of others, which the call refuses. */
function typeName(type: DataType, { BYTES_PER_ELEMENT: bytes }: NumberArray): string {
  const kind = type.typeId === Type.Float ? 'f' : (type as Int).isSigned ? 'i' : 'u';
  return `${kind}${8 * bytes}`;
}

/** Checks the weights: one f32 for each of `count` items, null or not. */
function weightsOf(given: unknown, type: DataType, count: number, items: string): Float32Array | undefined {
  if (isColumn(given)) {
    throw refused('unsupported-type', 'weights', 'an Arrow column', 'a Float32Array, such as its toArray()');
  }
  if (given === undefined) return undefined;
  const weights = hostItems('weights', given, true);
  const found = weights.type;
  if (found !== 'f32') throw refused('unsupported-type', 'weights', found, 'a Float32Array');
  const isAllowed = type.typeId === Type.Float && type.ArrayType.BYTES_PER_ELEMENT < 8;
  if (!isAllowed) throw refused('unsupported-type', 'column', `${items} of ${type}`, 'Float16, Float32, with weights');
  if (weights.length !== count) {
    throw refused('length-mismatch', 'weights', weights.length, `${count}, one for each of the ${items}`);
  }
  const { buffer, byteOffset } = weights.bytes;
  return new Float32Array(buffer, byteOffset, count);
}

/** The weights of items in the order in which the call reads them. */
function movedWeights(weights: Float32Array, { offsets }: ListColumn, { from }: ValidItems): Float32Array {
  if (!from) return weights;
  const moved = new Float32Array(weights.length);
  for (let row = 0; row + 1 < offsets.length; row++) {
    const first = offsets[row] as number;
    for (let i = first; i < (offsets[row + 1] as number); i++) {
      moved[i] = weights[first + (from[i] as number)] as number;
    }
  }
  return moved;
}

/** Reduces the lists of a column of rows of features. */
async function reduceFeatures(
  device: Device,
  { numberType, width, numbers, starts, offsets, rows, rowValid }: FeatureColumn,
  ops: readonly ReduceOp[],
  listed: boolean,
  { weights: given, ...options }: ReduceOptions,
): Promise<unknown[]> {
  const data = { type: typeName(numberType, numbers), width, data: numbers } as unknown as HostArray;
  const weights = weightsOf(given, numberType, numbers.length / width, 'rows of features');
  const more = weights ? { weights: Float32Array.from(rows, (row) => weights[row] as number) } : {};
  const call = { ...options, ...more } as object;
  const op = (listed ? ops : ops[0]) as never;
  const results: unknown = await segmentedReduce(device, data, { offsets, rows }, op, call);
  const found = (listed ? results : [results]) as (HostArray | ReducedAt<HostArray>)[];
  const isNan = nanOf(options.nan, numberType, numbers);
  /** Whether a column of a list has an item for the call. */
  const hasItem = (list: number, column: number) => {
    const [first, last] = [offsets[list] as number, offsets[list + 1] as number];
    return rows.subarray(first, last).some((row) => !isNan(numbers[row * width + column] as number));
  };
  const filled = Uint8Array.from({ length: offsets.length - 1 }, (_, i) => Number(offsets[i] !== offsets[i + 1]));
  return found.map((result, i) => {
    const valid = resultValidity({ rowValid }, filled, ops[i] as ReduceOp, givesEmpty(options, listed, i));
    const vector = (array: HostArray, type?: DataType) => resultVector(type, numbersOf(array), width, valid);
    if ('indices' in result) {
      // Indices among rows that are not null become indices among all rows of the list.
      const indices = (result.indices as Uint32Array).map((index, k) => {
        const list = Math.floor(k / width);
        return hasItem(list, k % width)
          ? (rows[(offsets[list] as number) + index] as number) - (starts[list] as number)
          : index;
      });
      return { values: vector(result.values, numberType), indices: vector(indices) };
    }
    const keepsType = KEEPS_TYPE.includes(ops[i]) && numbersOf(result).constructor === numbers.constructor;
    return vector(result, keepsType ? numberType : undefined);
  });
}

/** The validity of an operator's results, one byte a row; undefined if no result is null. */
function resultValidity(column: Pick<ListColumn, 'rowValid'>, filled: Uint8Array, op: ReduceOp, hasInitial: boolean) {
  if (hasInitial || !NULL_WITHOUT_ITEMS.includes(op)) return column.rowValid;
  const { rowValid } = column;
  return rowValid ? filled.map((flag, row) => flag & (rowValid[row] as number)) : filled;
}

/**
 * Reduces every list of a column to one element. Returns a flat column with one element a row.
 *
 * Results have the items' type, or the type that `segmentedReduce` gives: Float32 for means, variances, std and
 * sums of Float16, Float64 for means, variances and std of Float64, Int64 and Uint64, and Uint32 for count, any and
 * all. Argmin and argmax give `{ values, indices }`. Custom operators on vectors give a FixedSizeList. A list of
 * operators gives a list of results.
 *
 * A null row gives null. Nulls in a list are ignored, also by `count`, but indices count them. A list without items
 * that are not null gives null for min, max, argmin, argmax, mean, variance, std, logsumexp, first and last, unless
 * `initial` or `whenEmpty` is given. For other operators it gives the identity, such as 0 for sum and count. Dates and
 * times allow min, max, argmin, argmax, first, last and count. Durations also allow sum.
 *
 * A column of lists of FixedSizeLists holds rows of features. Its results are FixedSizeLists: each column of features
 * is reduced by itself. Null rows of features are ignored, but indices count them.
 *
 * `weights` has one f32 for each item, or for each row of features, in the order of the lists. Null items have weights
 * as well, which are ignored. The items of a null List or LargeList have none.
 *
 * Cost: that of `segmentedReduce`, one copy of the child on the host, and a second one if it has nulls.
 *
 * @param column as for `sortList`, or lists of FixedSizeLists of Int32, Uint32, Float16 or Float32
 * @throws SegmentedError `'unsupported-type'` for other columns and operators, and all errors of `segmentedReduce`
 * @example
 * const lists = vectorFromArray([[3, null, 1], null, [], [2, 9]], new List(new Field('item', new Float32())));
 * const [sums, maxs] = await reduceList(device, lists, ['sum', 'max']);
 * console.log(JSON.stringify([sums, maxs])); // [[4,null,0,11],[3,null,null,9]]
 */
export async function reduceList<C extends Vector | ColumnLike, const Ops extends readonly ListOpOf<C, ReduceOp>[]>(
  device: Device,
  column: C,
  op: Ops,
  options?: ReduceOptions,
): Promise<{ -readonly [K in keyof Ops]: ReducedList<Ops[K]> }>;
export async function reduceList<C extends Vector | ColumnLike, const Op extends ListOpOf<C, ReduceOp>>(
  device: Device,
  column: C,
  op: Op,
  options?: ReduceOptions,
): Promise<ReducedList<Op>>;
export async function reduceList(
  device: Device,
  column: Vector | ColumnLike,
  op: ReduceOp | readonly ReduceOp[],
  options: ReduceOptions = {},
): Promise<unknown> {
  requireObject('options', options);
  // The caller may change arguments once the call has begun.
  const own = readMembers(options);
  const listed = Array.isArray(op);
  const ops = [op].flat() as ReduceOp[];
  const features = readFeatures(column);
  if (features) {
    const columns = await reduceFeatures(device, features, ops, listed, own);
    return listed ? columns : columns[0];
  }
  const lists = readLists(column);
  requireOperators(lists.itemType, ops);
  const work = validItems(lists);
  const filled = filledRows(lists, work, own.nan);
  const weights = weightsOf(own.weights, lists.itemType, lists.items.length, 'items');
  const call = weights ? { ...own, weights: movedWeights(weights, lists, work) } : own;
  const found: unknown = await segmentedReduce(
    device,
    work.items,
    work.segments,
    (listed ? ops : op) as ReduceOp,
    call,
  );
  const results = (listed ? found : [found]) as (HostArray | ReducedAt<HostArray>)[];
  const vectors = results.map((result, i) => {
    const one = ops[i] as ReduceOp;
    const valid = resultValidity(lists, filled, one, givesEmpty(own, listed, i));
    if (!('indices' in result)) return vectorOf(lists, one, result, valid);
    const indices = originalIndices(result.indices, work, filled);
    return { values: vectorOf(lists, one, result.values, valid), indices: vectorOf(lists, 'count', indices, valid) };
  });
  return listed ? vectors : vectors[0];
}
