/** The state of a part of a segment: plain data for JSON. */
import { refused } from '../checks.ts';
import type { NumberType } from '../item_types.ts';
import { resultType } from '../operators/operators.ts';

/** Operators whose results can be joined from parts. */
export const PART_OPS = [
  ...(['sum', 'product', 'min', 'max', 'argmin', 'argmax', 'and', 'or', 'xor', 'count', 'mean', 'variance'] as const),
];
/** An operator of a reduce in parts. */
export type PartOp = (typeof PART_OPS)[number];

/** A sum or product that is rounded: the subtrees of its tree that lie in this part of the segment. */
export interface TreeState {
  /** Items before the first multiple of 16, as bits. */
  readonly head: readonly string[];
  /** Whole subtrees in order: the level (16 · 2^level items) and the value's bits. */
  readonly nodes: readonly (readonly [level: number, bits: string])[];
  /** Items after the last whole leaf. */
  readonly tail: readonly string[];
}

/** The state of one operator in a part. */
export type OpState =
  | { readonly kind: 'tree'; readonly tree: TreeState }
  /** A result that is exact in any order of combination. */
  | { readonly kind: 'exact'; readonly bits: string }
  /** The number of items is the result. */
  | { readonly kind: 'count' }
  /** The winner's bits, and its index from the segment's start. */
  | { readonly kind: 'winner'; readonly bits: string; readonly index: number }
  /** The exact sum of 64-bit integers in decimal digits. */
  | { readonly kind: 'whole'; readonly sum: string }
  /** The mean of the part as bits of f64. */
  | { readonly kind: 'mean'; readonly mean: string }
  /** One item as reference, the mean's distance from it, and the variance of the part, all as bits of f64. */
  | { readonly kind: 'moments'; readonly reference: string; readonly offset: string; readonly variance: string };

/** A part of a segment. */
export interface SegmentPart {
  /** The number of the segment's items in earlier parts. */
  readonly from: number;
  /** The number of items in this part. */
  readonly items: number;
  readonly type: NumberType;
  readonly ops: readonly PartOp[];
  /** One state for each operator; none if the part has no items. */
  readonly states: readonly OpState[];
}

const isInteger = (type: NumberType) => type[0] !== 'f';
export const isWide = (type: NumberType) => type.endsWith('64');

/** How an operator's results are joined. */
export function stateKind(op: PartOp, type: NumberType): OpState['kind'] {
  if (op === 'count') return 'count';
  if (op === 'argmin' || op === 'argmax') return 'winner';
  if (op === 'mean' && isWide(type)) return type === 'f64' ? 'tree' : 'whole';
  if (op === 'mean') return 'mean';
  if (op === 'variance') return 'moments';
  if ((op === 'sum' || op === 'product') && !isInteger(type)) return 'tree';
  return 'exact';
}

/** The type of an operator's result. Counts have 64 bits, since parts together may have more than 2^32 items. */
export function partResultType(op: PartOp, type: NumberType): NumberType {
  return op === 'count' ? 'u64' : (resultType(type, op) as NumberType);
}

/** Refuses operators whose results cannot be joined. */
export function requirePartOps(ops: readonly unknown[]): readonly PartOp[] {
  for (const op of ops) {
    if (PART_OPS.includes(op as PartOp)) continue;
    throw refused('invalid-option', 'ops', typeof op === 'string' ? `'${op}'` : op, PART_OPS.join(', '));
  }
  return ops as readonly PartOp[];
}
