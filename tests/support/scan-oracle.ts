/** The results of a segmented scan, item by item, for every type and operator. Shares no code with the library. */
import { encodeAt, encoded, Items, isFloat, itemBytesOf } from './reduce-items.ts';
import { type Bounds, type OpName, resultType } from './reduce-oracle.ts';
import { type KeyType, widthOf } from './typed-oracle.ts';

export const SCAN_OPS = ['sum', 'product', 'min', 'max', 'and', 'or', 'xor'] as const satisfies readonly OpName[];
export type ScanOpName = (typeof SCAN_OPS)[number];

export interface ScanWhat {
  readonly op: ScanOpName;
  readonly exclusive: boolean;
  readonly reverse: boolean;
  readonly initial?: number | bigint | undefined;
}

type Value = number | bigint;
type Combine<T> = (a: T, b: T) => T;

/**
 * Every prefix of a list, combined by the tree of float sums. Leaves of 16 items from the start are folded left to
 * right. A node's left child is the longest prefix of 16 · 2^k items that is shorter than the node. So the prefixes of
 * the left child stay as they are. Those of the right child are combined with the whole left child.
 */
export function prefixes<T>(list: readonly T[], combine: Combine<T>): T[] {
  const results: T[] = [];
  if (list.length <= 16) {
    for (const [i, item] of list.entries()) results.push(i === 0 ? item : combine(results[i - 1]!, item));
    return results;
  }
  let left = 16;
  while (2 * left < list.length) left *= 2;
  results.push(...prefixes(list.slice(0, left), combine));
  const before = results[left - 1]!;
  for (const later of prefixes(list.slice(left), combine)) results.push(combine(before, later));
  return results;
}

/** The results of one segment, in the order of its items. */
export function scannedSegment<T>(
  items: readonly T[],
  combine: Combine<T>,
  { exclusive, reverse }: Pick<ScanWhat, 'exclusive' | 'reverse'>,
  identity: T,
  initial?: T,
): T[] {
  const order = reverse ? [...items].reverse() : items;
  const all = prefixes(order, combine).map((value) => (initial === undefined ? value : combine(initial, value)));
  const shifted = exclusive ? [initial ?? identity, ...all.slice(0, -1)] : all;
  const results = shifted.slice(0, items.length);
  return reverse ? results.reverse() : results;
}

/** The first NaN, else the first of the best items; -0 and +0 tie. */
function better(least: boolean): Combine<Value> {
  // biome-ignore lint/suspicious/noSelfCompare: only a NaN differs from itself
  const isNaNValue = (value: Value) => value !== value;
  return (a, b) => {
    if (isNaNValue(a)) return a;
    if (isNaNValue(b)) return b;
    return (least ? b < a : b > a) ? b : a;
  };
}

function combineOf(op: ScanOpName, type: KeyType): Combine<Value> {
  if (op === 'min' || op === 'max') return better(op === 'min');
  const wrap = (value: bigint) =>
    type[0] === 'i' ? BigInt.asIntN(widthOf(type), value) : BigInt.asUintN(widthOf(type), value);
  if (isFloat(type)) {
    const rounded = type === 'f64' ? (value: number) => value : Math.fround;
    return op === 'sum'
      ? (a, b) => rounded((a as number) + (b as number))
      : (a, b) => rounded((a as number) * (b as number));
  }
  const integers: Record<Exclude<ScanOpName, 'min' | 'max'>, Combine<bigint>> = {
    sum: (a, b) => wrap(a + b),
    product: (a, b) => wrap(a * b),
    and: (a, b) => a & b,
    or: (a, b) => a | b,
    xor: (a, b) => a ^ b,
  };
  return integers[op] as Combine<Value>;
}

function identityOf(op: ScanOpName, type: KeyType): Value {
  const width = BigInt(widthOf(type));
  if (op === 'sum') return isFloat(type) ? 0 : 0n;
  if (op === 'product') return isFloat(type) ? 1 : 1n;
  if (op === 'and') return -1n;
  if (op === 'or' || op === 'xor') return 0n;
  const least = op === 'min';
  if (isFloat(type)) return least ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  if (type[0] === 'u') return least ? (1n << width) - 1n : 0n;
  return least ? (1n << (width - 1n)) - 1n : -(1n << (width - 1n));
}

/** An item, and the bytes of its own that it keeps, since its number does not have the payload of a NaN. */
interface Item {
  readonly value: Value;
  readonly bytes?: Uint8Array;
}

/** The bytes of all results. Items outside every segment have the results' type. */
export function scanned(what: ScanWhat, bytes: Uint8Array<ArrayBuffer>, type: KeyType, bounds: Bounds): Uint8Array {
  const { op, initial } = what;
  const found = resultType(type, op);
  const items = new Items(type, bytes);
  const list: ArrayLike<Value> = isFloat(type) ? items.numbers : items.integers;
  const width = itemBytesOf(found);
  const all = new Uint8Array(items.count * width);
  const combineValues = combineOf(op, found);
  const identity = identityOf(op, found);
  // The initial value as the results' type holds it.
  const before = initial === undefined ? undefined : encoded(found, isFloat(found) ? Number(initial) : BigInt(initial));
  const read = before && new Items(found, before);
  const start = read && (isFloat(found) ? read.numbers[0]! : read.integers[0]!);
  if (op === 'min' || op === 'max') {
    all.set(bytes);
    const combine = (a: Item, b: Item) => (Object.is(combineValues(a.value, b.value), a.value) ? a : b);
    const itemAt = (i: number): Item => ({ value: list[i]!, bytes: bytes.subarray(i * width, (i + 1) * width) });
    const first: Item | undefined = before && { value: start!, bytes: before };
    for (const [begin, end] of bounds) {
      const segment = Array.from({ length: end - begin }, (_, i) => itemAt(begin + i));
      const scan = scannedSegment(segment, combine, what, { value: identity }, first);
      for (const [i, item] of scan.entries()) all.set(item.bytes ?? encoded(found, item.value), (begin + i) * width);
    }
    return all;
  }
  const results = Array.from(list);
  for (const [begin, end] of bounds) {
    const segment = Array.from({ length: end - begin }, (_, i) => list[begin + i]!);
    const scan = scannedSegment(segment, combineValues, what, identity, start);
    for (const [i, value] of scan.entries()) results[begin + i] = value;
  }
  const view = new DataView(all.buffer);
  for (const [i, value] of results.entries()) encodeAt(found, view, i * width, value);
  return all;
}
