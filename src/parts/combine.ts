/** Joins the parts of a segment to its results. */
import { refused } from '../checks.ts';
import type { NumberType } from '../item_types.ts';
import { exactQuotient } from '../js/reduce/means.ts';
import { bitsOf, numberOf } from './bits.ts';
import { type OpState, type PartOp, partResultType, type SegmentPart } from './state.ts';

type Value = number | bigint;
type Combine = (a: Value, b: Value) => Value;
type State<Kind extends OpState['kind']> = Extract<OpState, { kind: Kind }>;

const LEAF = 16;

/** The tree of a rounded sum or product: leaves of 16 items from the segment's start, then pairs, pairs of pairs, … */
class Tree {
  readonly #combine: Combine;
  readonly #stack: { level: number; value: Value }[] = [];
  #leaf: Value = 0;
  #inLeaf = 0;

  constructor(combine: Combine) {
    this.#combine = combine;
  }

  item(value: Value): void {
    this.#leaf = this.#inLeaf === 0 ? value : this.#combine(this.#leaf, value);
    this.#inLeaf++;
    if (this.#inLeaf < LEAF) return;
    this.#inLeaf = 0;
    this.node(0, this.#leaf);
  }

  /** Adds a whole subtree. Its first item has an index that is a multiple of its size. */
  node(level: number, value: Value): void {
    let [at, total] = [level, value];
    for (let top = this.#stack.at(-1); top?.level === at; top = this.#stack.at(-1)) {
      total = this.#combine(top.value, total);
      this.#stack.pop();
      at++;
    }
    this.#stack.push({ level: at, value: total });
  }

  get total(): Value {
    const values = this.#stack.map(({ value }) => value);
    if (this.#inLeaf > 0) values.push(this.#leaf);
    return values.reduceRight((right, left) => this.#combine(left, right));
  }
}

/** Combines two numbers of a type like the kernels. */
function combineOf(op: PartOp, type: NumberType): Combine {
  const rounded = type === 'f32' ? Math.fround : (x: number) => x;
  const isFloat = type[0] === 'f';
  if (op === 'product') {
    if (isFloat) return (a, b) => rounded((a as number) * (b as number));
    // A product of two numbers of 32 bits needs 64 bits.
    return (a, b) => BigInt(a) * BigInt(b);
  }
  if (op === 'and' || op === 'or' || op === 'xor') {
    const bitwise = {
      and: (a: bigint, b: bigint) => a & b,
      or: (a: bigint, b: bigint) => a | b,
      xor: (a: bigint, b: bigint) => a ^ b,
    }[op];
    return (a, b) => bitwise(BigInt(a), BigInt(b));
  }
  if (isFloat) return (a, b) => rounded((a as number) + (b as number));
  return (a, b) => BigInt(a) + BigInt(b);
}

/** Whether the later of two numbers wins. NaN wins, -0 and +0 are equal, and the first of equal numbers wins. */
function laterWins(op: PartOp, a: Value, b: Value): boolean {
  if (Number.isNaN(a)) return false;
  if (Number.isNaN(b)) return true;
  return op === 'min' || op === 'argmin' ? b < a : b > a;
}

function treeBits(op: PartOp, type: NumberType, items: number, states: readonly State<'tree'>[]): string {
  const result = op === 'mean' ? 'f64' : (partResultType(op, type) as 'f32' | 'f64');
  const tree = new Tree(combineOf(op === 'mean' ? 'sum' : op, result));
  for (const { tree: given } of states) {
    for (const bits of given.head) tree.item(numberOf(type, bits));
    for (const [level, bits] of given.nodes) tree.node(level, numberOf(result, bits));
    for (const bits of given.tail) tree.item(numberOf(type, bits));
  }
  const { total } = tree;
  return bitsOf(result, op === 'mean' ? (total as number) / items : total);
}

function exactBits(op: PartOp, type: NumberType, states: readonly State<'exact'>[]): string {
  const result = partResultType(op, type);
  const [first, ...others] = states.map(({ bits }) => bits) as [string, ...string[]];
  if (op === 'min' || op === 'max') {
    return others.reduce((a, b) => (laterWins(op, numberOf(type, a), numberOf(type, b)) ? b : a), first);
  }
  const combine = combineOf(op, result);
  const all = [first, ...others].map((bits) => numberOf(result, bits));
  return others.length === 0 ? first : bitsOf(result as 'u32', all.reduce(combine));
}

function winnerOf(op: PartOp, type: NumberType, states: readonly State<'winner'>[]): State<'winner'> {
  return states.reduce((a, b) => (laterWins(op, numberOf(type, a.bits), numberOf(type, b.bits)) ? b : a));
}

/** The mean of 64-bit integers: their exact sum, divided and rounded once. */
function wholeMean(states: readonly State<'whole'>[], items: number): number {
  return exactQuotient(
    states.reduce((total, state) => total + BigInt(state.sum), 0n),
    items,
  );
}

/** The mean of items of up to 32 bits. It is infinite or NaN as the sum of the items is. */
function meanOf(type: NumberType, states: readonly State<'mean'>[], counts: readonly number[]): number {
  const items = counts.reduce((sum, count) => sum + count, 0);
  let sum = 0;
  states.forEach((state, i) => {
    sum += (numberOf('f64', state.mean) as number) * (counts[i] as number);
  });
  return type === 'f32' && !Number.isFinite(Math.fround(sum)) ? sum * Number.POSITIVE_INFINITY : sum / items;
}

/**
 * The variance of joined ranges (Chan, Golub and LeVeque 1979). Infinite where the squares overflow in the type of the
 * result.
 */
function varianceOf(result: 'f32' | 'f64', states: readonly State<'moments'>[], counts: readonly number[]): number {
  let [count, squares, reference, offset] = [0, 0, 0, 0];
  for (const [i, state] of states.entries()) {
    const { reference: from, offset: mean, variance } = state;
    const [itemsReference, itemsOffset, itemsVariance] = [from, mean, variance].map(
      (bits) => numberOf('f64', bits) as number,
    ) as [number, number, number];
    if (Number.isNaN(itemsVariance)) return Number.NaN;
    const items = counts[i] as number;
    if (i === 0) [reference, offset] = [itemsReference, itemsOffset];
    const distance = itemsReference - reference + (itemsOffset - offset);
    const toMean = distance * (items / (count + items));
    squares += itemsVariance * items + distance * toMean * count;
    offset += toMean;
    count += items;
  }
  const rounded = result === 'f32' ? Math.fround(squares) : squares;
  return Number.isFinite(rounded) ? squares / count : Number.POSITIVE_INFINITY;
}

/** The result of an operator: its bits, and the index of argmin and argmax. */
export interface CombinedBits {
  readonly bits: string;
  readonly index?: number;
}

function requireParts(parts: readonly SegmentPart[]): SegmentPart {
  const [first] = parts;
  if (!first) throw refused('length-mismatch', 'parts', '0 parts', 'at least one');
  let from = 0;
  for (const [i, part] of parts.entries()) {
    if (part.type !== first.type || String(part.ops) !== String(first.ops)) {
      const found = `part ${i} has ${part.ops} of ${part.type}`;
      throw refused('invalid-option', 'parts', found, `${first.ops} of ${first.type}, as in part 0`);
    }
    if (part.from !== from) {
      const found = `part ${i} begins at item ${part.from}`;
      throw refused('length-mismatch', 'parts', found, `item ${from}, where the part before it ends`);
    }
    from += part.items;
  }
  return first;
}

/** The bits of all results of a segment. Undefined for a segment without items. */
export function combinedBits(parts: readonly SegmentPart[]): CombinedBits[] | undefined {
  const { ops, type } = requireParts(parts);
  const filled = parts.filter(({ items }) => items > 0);
  const counts = filled.map(({ items }) => items);
  const items = counts.reduce((sum, count) => sum + count, 0);
  if (items === 0) return undefined;
  return ops.map((op, i): CombinedBits => {
    const states = filled.map((part) => part.states[i] as OpState);
    const result = partResultType(op, type) as 'f32' | 'f64';
    switch (states[0]?.kind) {
      case 'tree':
        return { bits: treeBits(op, type, items, states as State<'tree'>[]) };
      case 'winner':
        return winnerOf(op, type, states as State<'winner'>[]);
      case 'whole':
        return { bits: bitsOf('f64', wholeMean(states as State<'whole'>[], items)) };
      case 'mean':
        return { bits: bitsOf('f32', meanOf(type, states as State<'mean'>[], counts)) };
      case 'moments':
        return { bits: bitsOf(result, varianceOf(result, states as State<'moments'>[], counts)) };
      case 'count':
        return { bits: bitsOf('u64', BigInt(items)) };
      default:
        return { bits: exactBits(op, type, states as State<'exact'>[]) };
    }
  });
}

/** A result of a segment. Undefined for a segment without items. */
export type CombinedResult = number | bigint | { value: number | bigint; index: number } | undefined;

/**
 * Joins the parts of one segment, in the order of its items. Returns one result for each operator.
 *
 * Wherever the segment was cut, results have the bits of one `segmentedReduce` over the whole segment: the parts hold
 * pieces of its tree, which depends only on the segment's length. A subnormal result of f32 may be 0 where a device
 * flushes. Means and variances other than means of 64-bit types are within the tolerance of docs/determinism.md.
 * Indices of argmin and argmax count from the segment's start and may be larger than 32 bits.
 *
 * Cost: O(log n) for each part and rounded operator.
 *
 * @param parts from `reduceParts`: each begins where the one before it ends
 * @throws SegmentedError `'length-mismatch'` for parts that do not follow each other, `'invalid-option'` for parts of
 *   different operators or types
 * @example
 * const [left] = await reduceParts(device, values.subarray(0, 700), [0, 700], ['sum']);
 * const [right] = await reduceParts(device, values.subarray(700), [0, 324], ['sum'], { firstFrom: 700 });
 * const [sum] = combineParts([left, right]); // as segmentedReduce(device, values, [0, 1024], 'sum')
 */
export function combineParts(parts: readonly SegmentPart[]): CombinedResult[] {
  const { ops, type } = requireParts(parts);
  const found = combinedBits(parts);
  return ops.map((op, i) => {
    const one = found?.[i];
    if (!one) return undefined;
    const value = op === 'count' ? Number(numberOf('u64', one.bits)) : numberOf(partResultType(op, type), one.bits);
    return one.index === undefined ? value : { value, index: one.index };
  });
}
