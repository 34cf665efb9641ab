/** Operators by functions of the user: `op.js`. */
import { refused, requireOneOf } from '../../checks.ts';
import type { ItemType } from '../../item_types.ts';
import { scalarBits } from '../../operators/components.ts';
import type { CheckedCustom } from '../../operators/operators.ts';
import { type Item, readerOf, requireFunction } from '../functions.ts';
import { type Fold, numberOf, stackOf } from './tree.ts';

type Combine = (a: number, b: number) => number;
type Load = (element: Item, index: number) => unknown;

/** A checked operator on the items of a call. */
export interface CustomOn {
  readonly fold: Fold;
  /** The term of item i of a segment that begins at `begin`. */
  readonly load: (i: number, begin: number) => number;
  readonly combine: Combine;
  readonly identity: number;
}

/** Applies a checked operator to the items of a call. */
export type CustomFunctions = (input: { readonly type: ItemType; readonly bytes: Uint8Array<ArrayBuffer> }) => CustomOn;

/** Checks a custom operator: it must have functions, a scalar accumulator and a number as identity. */
export function customFunctions(op: CheckedCustom, given: unknown): CustomFunctions {
  const { name, type, load, identity } = op;
  const combine = requireFunction(name, given, '(a, b) => number') as (a: unknown, b: unknown) => unknown;
  requireOneOf(`${name}.type`, type, ['u32', 'i32', 'f32'], 'invalid-option');
  if (typeof identity !== 'number') {
    throw refused('invalid-option', `${name}.identity`, identity, 'a number: webgpu-segmented/js runs no WGSL');
  }
  const { jsLoad } = given as { jsLoad?: Load };
  if (typeof jsLoad !== 'function' && (load !== undefined || jsLoad !== undefined)) {
    throw refused('invalid-option', `${name}.jsLoad`, jsLoad, 'a function (element, index) => number');
  }
  return (input) => customOn(op, input, combine, jsLoad);
}

/** Conversions of returned numbers to the accumulator's type. */
const AS = {
  u32: (value: unknown) => Number(value) >>> 0,
  i32: (value: unknown) => Number(value) | 0,
  f32: (value: unknown) => Math.fround(Number(value)),
} as const;

/** WGSL converts floats to integers towards zero, and to the nearest integer that the type has. */
function converted(element: number, type: 'u32' | 'i32'): number {
  const [min, max] = type === 'u32' ? [0, 2 ** 32 - 1] : [-(2 ** 31), 2 ** 31 - 1];
  return Number.isNaN(element) ? 0 : Math.min(Math.max(Math.trunc(element), min), max);
}

/** A fold by functions of the user, rounded to its accumulator's type. */
function customFold(load: CustomOn['load'], combine: Combine): Fold {
  const slots = stackOf(1);
  return {
    slots,
    leaf(first, end, slot, begin) {
      let value = load(first, begin);
      for (let i = first + 1; i < end; i++) value = combine(value, load(i, begin));
      slots[slot] = value;
    },
    join(slot) {
      slots[slot] = combine(slots[slot]!, slots[slot + 1]!);
    },
  };
}

function customOn(
  op: CheckedCustom,
  { type: itemType, bytes }: Parameters<CustomFunctions>[0],
  combine: (a: unknown, b: unknown) => unknown,
  load: Load | undefined,
): CustomOn {
  const type = op.type as 'u32' | 'i32' | 'f32';
  const as = AS[type];
  const read = readerOf(itemType, bytes);
  const isFloat = String(itemType).startsWith('f');
  const term = (i: number, begin: number) => {
    const element = read(i);
    if (load) return as(load(element, i - begin));
    return as(isFloat && type !== 'f32' ? converted(element as number, type) : element);
  };
  const joined: Combine = (a, b) => as(combine(a, b));
  const identity = numberOf([scalarBits(`${op.name}.identity`, op.identity as number, type)], type);
  return { fold: customFold(term, joined), load: term, combine: joined, identity };
}
