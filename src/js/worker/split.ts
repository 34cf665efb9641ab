/**
 * A call cut into pieces for several workers, at borders of segments, and its result joined. The results of segments
 * depend on nothing outside them, so the bits stay the same. A long segment of a reduce is cut at whole subtrees of its
 * tree. Loaded by the first call that is long enough.
 */
import type { HostArray, NumberArray, TypedItems } from '../../api/arrays.ts';
import { type CheckedSegments, checkSegments } from '../../api/segments.ts';
import { halfNumber, type ItemType, longName, typeBytes } from '../../item_types.ts';
import { type CallName, type Copy, OPTIONS_AT, type Shift, shift, sliceOf } from './protocol.ts';

/** A piece of a call: its arguments, made when it is sent, and the number of its items. */
export interface Piece {
  readonly items: number;
  /** What the worker adds to indices of the result. */
  readonly shift?: Shift | undefined;
  /** Copies by `copy`. Other arrays are the caller's. */
  args(copy?: Copy): readonly unknown[];
}

export interface Pieces {
  readonly items: number;
  readonly pieces: readonly Piece[];
  /** Takes the result of piece i while others run. Returns what `join` needs of it. */
  take?(i: number, result: unknown): unknown;
  /** The result of the call from those of the pieces. */
  join(results: readonly unknown[]): unknown;
}

/** An array of the caller as items. */
interface Items {
  readonly view: NumberArray;
  readonly type: ItemType | undefined;
  /** Elements of an item. */
  readonly width: number;
  /** Numbers of a row of features. */
  readonly row: number | undefined;
  readonly length: number;
}

function itemsIn(value: unknown): Items | undefined {
  const { data, type, width: row } = Object(value) as Partial<TypedItems> & { readonly width?: unknown };
  const view = (ArrayBuffer.isView(value) ? value : data) as NumberArray;
  if (!ArrayBuffer.isView(view) || !('slice' in view)) return undefined;
  const hasType = view === data && (typeof type === 'string' || (typeof type === 'object' && type !== null));
  if (view === data && (!hasType || namesOf(value).length !== (row === undefined ? 2 : 3))) return undefined;
  const numbers = hasType ? typeBytes(longName(type as ItemType)) / view.BYTES_PER_ELEMENT : 1;
  const width = row === undefined ? numbers : numbers * Number(row);
  const length = view.length / width;
  if (!Number.isInteger(length)) return undefined;
  return { view, type: hasType ? type : undefined, width, row: row as number | undefined, length };
}

/** The names of an object's members, without those that are undefined. */
const namesOf = (value: unknown) =>
  Object.entries(Object(value) as object).flatMap(([name, each]) => (each === undefined ? [] : [name]));

/** A copy of some items, in the form of the array. Shared memory is not copied: the worker does that. */
function cut({ view, type, width, row }: Items, begin: number, end: number, copy = sliceOf): HostArray {
  const isShared = !(view.buffer instanceof ArrayBuffer);
  const data = isShared ? view.subarray(begin * width, end * width) : copy(view, begin * width, end * width);
  if (type === undefined) return data;
  return row === undefined ? { type, data } : ({ type, width: row, data } as TypedItems);
}

type Typed = NumberArray;
const dataOf = (array: HostArray) => ('data' in array ? array.data : array) as Typed;

const inForm = (form: HostArray, data: Typed) => ('data' in form ? { ...form, data } : data) as HostArray;

/** One array after another. */
function joined(arrays: readonly HostArray[]): HostArray {
  const all = arrays.map(dataOf);
  const Class = (all[0] as Typed).constructor as new (length: number) => Typed;
  const whole = new Class(all.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const each of all) {
    whole.set(each as never, at);
    at += each.length;
  }
  return inForm(arrays[0] as HostArray, whole);
}

/** Results of the same form: arrays, lists of results, and objects with results as members. */
function joinedResults(results: readonly unknown[]): unknown {
  const [first] = results;
  if (ArrayBuffer.isView(first) || 'data' in Object(first)) return joined(results as HostArray[]);
  if (Array.isArray(first)) {
    return first.map((_, i) => joinedResults(results.map((each) => (each as unknown[])[i])));
  }
  const names = Object.keys(first as object).filter((name) => (first as Record<string, unknown>)[name] !== undefined);
  const whole = names.map((name) => [
    name,
    joinedResults(results.map((each) => (each as Record<string, unknown>)[name])),
  ]);
  return Object.fromEntries(whole);
}

/** Puts a piece's results in those of the call, which have an entry an item. A piece without items adds nothing. */
function withPiece(whole: unknown, result: unknown, range: Range, items: number): unknown {
  const { begin, end } = range;
  if (begin === end) return whole;
  if (ArrayBuffer.isView(result) || 'data' in Object(result)) {
    const data = dataOf(result as HostArray);
    const width = data.length / (end - begin);
    const Class = data.constructor as new (length: number) => Typed;
    const all = (whole ?? inForm(result as HostArray, new Class(items * width))) as HostArray;
    dataOf(all).set(data as never, begin * width);
    return all;
  }
  const parts = Object.entries(result as object).filter(([, part]) => part !== undefined);
  const before = Object(whole) as Record<string, unknown>;
  return Object.fromEntries(parts.map(([name, part]) => [name, withPiece(before[name], part, range, items)]));
}

/** The segments of a piece, and its items: also those before the first and after the last segment. */
interface Range {
  readonly first: number;
  readonly last: number;
  readonly begin: number;
  readonly end: number;
}

const edgeAt = ({ offsets, size = 0 }: CheckedSegments, i: number) => (offsets ? (offsets[i] as number) : i * size);

/**
 * The exponent by which pieces get smaller. The last piece is copied last, so a short one lets all workers end
 * together. Of four pieces the first has 31 % of the items and segments, and the last 16 %.
 */
const FALLING = 1.3;

/** Cuts segments into ranges by their items and segments. */
function rangesOf(segments: CheckedSegments, items: number, pieces: number): Range[] {
  const { count } = segments;
  const weight = (i: number) => edgeAt(segments, i) + i;
  const [from, to] = [weight(0), weight(count)];
  const ranges: Range[] = [];
  for (let first = 0, piece = 1; first < count; piece++) {
    const wanted = from + (to - from) * (1 - (1 - piece / pieces) ** FALLING);
    // The first segment that ends past the wanted weight.
    let [low, high] = [first + 1, count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (weight(middle) < wanted) low = middle + 1;
      else high = middle;
    }
    const last = piece >= pieces ? count : low;
    const begin = first === 0 ? 0 : edgeAt(segments, first);
    ranges.push({ first, last, begin, end: last === count ? items : edgeAt(segments, last) });
    first = last;
  }
  return ranges;
}

/** The segments of a range, from its own first item on. */
function segmentsOf(segments: CheckedSegments, { first, last, begin }: Range, copy: Copy): unknown {
  const { offsets, size = 0 } = segments;
  if (!offsets) return { size, count: last - first };
  const own = copy(offsets, first, last + 1);
  for (let i = 0; i < own.length; i++) own[i]! -= begin;
  return own;
}

interface Selected {
  readonly indices: Uint32Array;
  readonly offsets: Uint32Array;
}

/** Top-k: offsets count results, and indices may count from the array's start. */
function joinedSelections(results: readonly Selected[], ranges: readonly Range[], fromArray: boolean): unknown {
  let before = 0;
  const offsets = new Uint32Array(results.reduce((sum, { offsets }) => sum + offsets.length - 1, 1));
  let at = 0;
  results.forEach((each, i) => {
    if (fromArray) shift(each.indices, { from: 0, by: (ranges[i] as Range).begin });
    for (let k = 0; k < each.offsets.length; k++) offsets[at + k] = before + each.offsets[k]!;
    at += each.offsets.length - 1;
    before = offsets[at]!;
  });
  const own = results.map(({ offsets: _, ...others }) => others);
  return { ...(joinedResults(own) as object), offsets };
}

const SORT = ['order', 'beginBit', 'endBit', 'signedZero', 'nan', 'tuning'];

interface Cut {
  /** How many arrays of items come first. */
  readonly arrays: 1 | 2;
  /** Whether results have an entry an item. */
  readonly perItem?: boolean;
  /** The options of which a piece is like the whole. */
  readonly options: readonly string[];
}

/** Calls that are cut. */
const CUT: Readonly<Partial<Record<CallName, Cut>>> = {
  segmentedSort: { arrays: 1, perItem: true, options: SORT },
  segmentedStableSort: { arrays: 1, perItem: true, options: SORT },
  segmentedSortByKey: { arrays: 2, perItem: true, options: SORT },
  segmentedStableSortByKey: { arrays: 2, perItem: true, options: SORT },
  segmentedArgsort: { arrays: 1, perItem: true, options: [...SORT, 'indexFrom'] },
  segmentedReduce: {
    arrays: 1,
    options: ['initial', 'whenEmpty', 'accuracy', 'ddof', 'widen', 'nan', 'weights', 'tuning'],
  },
  segmentedTopK: { arrays: 1, options: ['order', 'signedZero', 'nan', 'values', 'indexFrom', 'tuning'] },
  segmentedQuantile: { arrays: 1, options: ['interpolation', 'nan', 'tuning'] },
  segmentedScan: {
    arrays: 1,
    perItem: true,
    options: ['exclusive', 'reverse', 'initial', 'widen', 'nan', 'tuning'],
  },
};

/**
 * The fewest items of a piece, on average. A message to a worker and back takes 0.2 ms, a piece at least four times
 * that, at 20 ns an item, or 2.5 ns in a reduce.
 */
export const LEAST_PIECE = { reduce: 2 ** 18, other: 2 ** 15 };

/** More pieces than workers: the first ones run while others are copied, and a slow worker gets fewer. */
const PIECES_PER_WORKER = 3;
/** A reduce has more pieces than workers where they have at least this many numbers: each takes 0.1 ms more. */
const LONG_PIECE = 2 ** 20;

/** How many pieces a call has. */
function piecesFor(call: CallName, numbers: number, workers: number): number {
  const most = PIECES_PER_WORKER * workers;
  if (call !== 'segmentedReduce') return Math.min(most, Math.floor(numbers / LEAST_PIECE.other));
  const least = Math.min(workers, Math.floor(numbers / LEAST_PIECE.reduce));
  return Math.max(least, Math.min(most, Math.floor(numbers / LONG_PIECE)));
}

/** Whether a call may be long enough for several workers. */
export function maySplit(call: CallName, args: readonly unknown[]): boolean {
  const items = itemsIn(args[1]);
  if (!items || CUT[call] === undefined) return false;
  return items.length * (items.row ?? 1) >= 2 * (call === 'segmentedReduce' ? LEAST_PIECE.reduce : LEAST_PIECE.other);
}

/**
 * Cuts a call. Undefined if it stays whole: too short, segments of another form, or arguments that it refuses.
 *
 * @param args the arguments with the device, up to the options without `onProgress` and `signal`
 */
export function piecesOf(call: CallName, args: readonly unknown[], workers: number): Pieces | undefined {
  const known = CUT[call];
  if (!known || !maySplit(call, args)) return undefined;
  const { arrays } = known;
  const given = args.slice(1, 1 + arrays).map(itemsIn) as Items[];
  const items = (given[0] as Items).length;
  const options = Object(args[OPTIONS_AT[call]]) as Readonly<Record<string, unknown>>;
  if (namesOf(options).some((name) => !known.options.includes(name))) return undefined;
  // An option with an item for each of the call's.
  const beside = options.values === undefined ? 'weights' : 'values';
  const values = options[beside] === undefined ? undefined : itemsIn(options[beside]);
  const all = options[beside] === undefined ? given : [...given, values];
  if (all.some((each) => each?.length !== items)) return undefined;
  // Rows of features are a reduce's. Another call refuses them, whole.
  if (all.some((each, i) => each?.row !== undefined && (i > 0 || call !== 'segmentedReduce'))) return undefined;
  const segments = checkedSegments(args[1 + arrays], items);
  const k = call === 'segmentedTopK' && typeof args[3] !== 'number' ? (args[3] as Uint32Array) : undefined;
  if (!segments || (k && k.length !== segments.count)) return undefined;
  const { row } = given[0] as Items;
  const wanted = piecesFor(call, items * (row ?? 1), workers);
  if (call === 'segmentedReduce' && 2 * segments.longest > items) {
    if (row !== undefined) return undefined;
    return longPieces(given[0] as Items, segments, args, wanted);
  }
  const ranges = rangesOf(segments, items, wanted);
  if (ranges.length < 2) return undefined;
  const fromArray = options.indexFrom !== 'segment';
  const pieces = ranges.map((range): Piece => {
    const { begin, end, first, last } = range;
    // Items outside every segment have their index in the array.
    const from = fromArray ? 0 : edgeAt(segments, last) - begin;
    return {
      items: end - begin,
      shift: call === 'segmentedArgsort' ? { from, by: begin } : undefined,
      args(copy = sliceOf) {
        const own = [...args];
        given.forEach((each, i) => {
          own[1 + i] = cut(each, begin, end, copy);
        });
        own[1 + arrays] = segmentsOf(segments, range, copy);
        if (k) own[3] = k.slice(first, last);
        if (values) own[OPTIONS_AT[call]] = { ...options, [beside]: cut(values, begin, end, copy) };
        return own;
      },
    };
  });
  let whole: unknown;
  return {
    items,
    pieces,
    take(i, result) {
      const range = ranges[i] as Range;
      if (!known.perItem) return result;
      whole = withPiece(whole, result, range, items);
      return undefined;
    },
    join(results) {
      if (call === 'segmentedTopK') return joinedSelections(results as Selected[], ranges, fromArray);
      return known.perItem ? whole : joinedResults(results);
    },
  };
}

/** Segments that are back to back. Undefined for other forms, for none, and for those that the call refuses. */
function checkedSegments(given: unknown, items: number): CheckedSegments | undefined {
  try {
    const segments = checkSegments(given, items, false);
    return segments.rows || segments.ranges || segments.count === 0 ? undefined : segments;
  } catch {
    return undefined;
  }
}

// A reduce with one long segment.

type Value = number | bigint;

/** How two results of neighbouring ranges combine. Arrays of results wrap integers. */
const COMBINE: Readonly<Record<string, (a: Value, b: Value, isFloat: boolean) => Value>> = {
  sum: (a, b) => ((a as number) + (b as number)) as Value,
  product: (a, b, isFloat) =>
    typeof a === 'bigint' || isFloat ? (((a as number) * (b as number)) as Value) : Math.imul(a, b as number),
  and: (a, b) => ((a as number) & (b as number)) as Value,
  or: (a, b) => ((a as number) | (b as number)) as Value,
  xor: (a, b) => ((a as number) ^ (b as number)) as Value,
};

/** Whether the later of two numbers wins: NaN wins, -0 and +0 tie, and the first of those that tie wins. */
function laterWins(least: boolean, a: Value, b: Value): boolean {
  if (Number.isNaN(a)) return false;
  return Number.isNaN(b) || (least ? b < a : b > a);
}

const LEAF = 16;

/**
 * Joins a segment's blocks, in place. Each is a whole subtree of 16 · 2^level items; the last is the rest.
 * The number of pairs that end at a block is that of its index's trailing ones, as in a binary counter.
 */
function treeOf(slots: Typed, count: number, combine: (a: Value, b: Value) => Value, hasRest: boolean): void {
  const stack = slots.slice(0, 1) as Typed;
  const nodes: Value[] = [];
  const one = (a: Value, b: Value) => {
    stack[0] = combine(a, b) as never;
    return stack[0] as Value;
  };
  const whole = hasRest ? count - 1 : count;
  for (let i = 0; i < whole; i++) {
    let node = slots[i] as Value;
    for (let rest = i; rest & 1; rest >>>= 1) node = one(nodes.pop() as Value, node);
    nodes.push(node);
  }
  if (hasRest) nodes.push(slots[count - 1] as Value);
  let total = nodes.pop() as Value;
  while (nodes.length > 0) total = one(nodes.pop() as Value, total);
  slots[0] = (Number.isNaN(total) ? Number.NaN : total) as never;
}

const SPLIT_OPS = ['sum', 'product', 'and', 'or', 'xor', 'min', 'max', 'argmin', 'argmax', 'count'];

/** Cuts the longest segment of a reduce into blocks that are subtrees. The segments before and after it are pieces. */
function longPieces(
  given: Items,
  segments: CheckedSegments,
  args: readonly unknown[],
  wanted: number,
): Pieces | undefined {
  const [device, , , op, ...rest] = args;
  const ops = (Array.isArray(op) ? op : [op]) as string[];
  // Other options, and other operators, have no parts.
  if (namesOf(rest[0]).some((name) => name !== 'tuning')) return undefined;
  if (ops.length === 0 || ops.some((each) => !SPLIT_OPS.includes(each))) return undefined;
  const { count, longest } = segments;
  let at = 0;
  while (edgeAt(segments, at + 1) - edgeAt(segments, at) !== longest) at++;
  const [begin, end] = [edgeAt(segments, at), edgeAt(segments, at + 1)];
  let size = LEAF;
  while (size * wanted < longest) size *= 2;
  const blocks = Math.ceil(longest / size);
  if (blocks < 2) return undefined;
  const pieceOf = (from: number, to: number, offsets: (copy: Copy) => unknown): Piece => ({
    items: to - from,
    args: (copy = sliceOf) => [device, cut(given, from, to, copy), offsets(copy), ops, ...rest],
  });
  const whole = Array.from({ length: blocks }, (_, i) => {
    const [from, to] = [begin + i * size, Math.min(end, begin + (i + 1) * size)];
    return pieceOf(from, to, () => [0, to - from]);
  });
  const outside = [
    { first: 0, last: at, begin: 0, end: begin },
    { first: at + 1, last: count, begin: end, end: given.length },
  ].map((range) =>
    range.last > range.first ? [pieceOf(range.begin, range.end, (copy) => segmentsOf(segments, range, copy))] : [],
  ) as [Piece[], Piece[]];
  return {
    items: given.length,
    pieces: [...whole, ...outside.flat()],
    join(results) {
      const found = joinedResults(results.slice(0, blocks)) as unknown[];
      const long = ops.map((name, k) => longResult(name, found[k], { blocks, size, hasRest: longest % size !== 0 }));
      const others = results.slice(blocks);
      const before = others.splice(0, outside[0].length);
      const all = joinedResults([...before, long, ...others]) as unknown[];
      return Array.isArray(op) ? all : all[0];
    },
  };
}

interface Blocks {
  readonly blocks: number;
  readonly size: number;
  readonly hasRest: boolean;
}

const oneOf = (array: HostArray, i: number) => cut(itemsIn(array) as Items, i, i + 1);

/** The result of a segment from those of its blocks. */
function longResult(op: string, found: unknown, { blocks, size, hasRest }: Blocks): unknown {
  if (/^(arg)?(min|max)$/.test(op)) {
    const arg = op.startsWith('arg');
    const { values, indices } = (arg ? found : { values: found }) as { values: HostArray; indices?: Uint32Array };
    const data = dataOf(values);
    const isHalf = 'data' in values && values.type === 'f16';
    const number = (i: number): Value => (isHalf ? halfNumber(data[i] as number) : (data[i] as Value));
    let best = 0;
    for (let i = 1; i < blocks; i++) if (laterWins(op.endsWith('min'), number(best), number(i))) best = i;
    if (!indices) return oneOf(values, best);
    return { values: oneOf(values, best), indices: Uint32Array.of(indices[best]! + best * size) };
  }
  const data = dataOf(found as HostArray);
  const isFloat = data instanceof Float32Array || data instanceof Float64Array;
  const combine = COMBINE[op === 'count' ? 'sum' : op] as (a: Value, b: Value, isFloat: boolean) => Value;
  treeOf(data, blocks, (a, b) => combine(a, b, isFloat), hasRest);
  return oneOf(found as HostArray, 0);
}
