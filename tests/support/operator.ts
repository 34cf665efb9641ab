/** A custom operator in WGSL and as a twin in TypeScript, and the twin's fold of every segment. */
import type { Random } from './cases.ts';
import { type AccumulatorType, type Components, type ElementType, elementAt, itemsOf, seenAs } from './elements.ts';

/** The operator as a caller writes it. */
export interface CustomOp {
  readonly wgsl: string;
  readonly identity: number | string;
  readonly type?: AccumulatorType;
  readonly load?: string;
  readonly declarations?: string;
}

export interface Operator {
  readonly name: string;
  /** Type of the input's items. */
  readonly element: ElementType;
  readonly op: CustomOp;
  /** Raw components of a random item; see `itemsOf`. */
  item(random: Random): Components;
  /** Without it the element is the accumulator. */
  load?(element: Components, index: number): Components;
  combine(a: Components, b: Components): Components;
  readonly identity: Components;
  readonly initial: number | readonly number[];
  /** The allowed relative difference from the twin. Without it the bits must be equal. */
  readonly tolerance?: number;
}

export function accumulatorOf({ element, op }: Operator): AccumulatorType {
  return op.type ?? seenAs(element);
}

export function randomItems({ element, item }: Operator, count: number, random: Random): Uint8Array<ArrayBuffer> {
  return itemsOf(element, count, () => item(random));
}

/** The fold of every segment in element order. An empty segment gives the identity, or `initial`. */
export function folded(
  operator: Operator,
  bytes: Uint8Array<ArrayBuffer>,
  bounds: readonly (readonly [number, number])[],
  initial?: Operator['initial'],
): Components[] {
  const { element, load = (seen: Components) => seen, combine, identity } = operator;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return bounds.map(([begin, end]) => {
    let sum: Components | undefined = initial === undefined ? undefined : [initial].flat();
    for (let i = begin; i < end; i++) {
      const next = load(elementAt(element, view, i), i - begin);
      sum = sum === undefined ? next : combine(sum, next);
    }
    return sum ?? identity;
  });
}
