/** Operators by functions of the user: `op.js`. */
import { requireOneOf } from '../../checks.ts';
import { refused } from '../../errors.ts';
import type { ItemType } from '../../item_types.ts';
import { type CheckedCustom, CUSTOM_MEMBERS } from '../../operators/operators.ts';
import { unknownMember } from '../../unknown.ts';
import { type Item, readerOf, requireFunction } from '../numbers.ts';
import { customFold } from './folds.ts';
import type { Fold } from './tree.ts';

/** The functions of a checked operator. */
export interface CustomFunctions {
  readonly combine: (a: number, b: number) => unknown;
  readonly load: ((element: Item, index: number) => unknown) | undefined;
}

/** Checks a custom operator: it must have functions, a scalar accumulator and a number as identity. */
export function customFunctions(op: CheckedCustom, given: unknown): CustomFunctions {
  const { name, type, load, identity, unknown } = op;
  if (unknown !== undefined) throw unknownMember(name, unknown, CUSTOM_MEMBERS);
  const combine = requireFunction(name, given, '(a, b) => number');
  requireOneOf(`${name}.type`, type, ['u32', 'i32', 'f32'], 'invalid-option');
  if (typeof identity !== 'number') {
    throw refused('invalid-option', `${name}.identity`, identity, 'a number: webgpu-segmented/js runs no WGSL');
  }
  const { jsLoad } = given as { jsLoad?: CustomFunctions['load'] };
  if (typeof jsLoad !== 'function' && (load !== undefined || jsLoad !== undefined)) {
    throw refused('invalid-option', `${name}.jsLoad`, jsLoad, 'a function (element, index) => number');
  }
  return { combine, load: jsLoad };
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

/** The fold of an operator, and its functions on one item and on two accumulators. */
export function customOf(
  op: CheckedCustom,
  { type: itemType, bytes }: { readonly type: ItemType; readonly bytes: Uint8Array<ArrayBuffer> },
  { combine, load }: CustomFunctions,
): { fold: Fold; load: (i: number, begin: number) => number; combine: (a: number, b: number) => number } {
  const type = op.type as 'u32' | 'i32' | 'f32';
  const as = AS[type];
  const read = readerOf(itemType, bytes);
  const isFloat = String(itemType).startsWith('f');
  const term = (i: number, begin: number) => {
    const element = read(i);
    if (load) return as(load(element, i - begin));
    return as(isFloat && type !== 'f32' ? converted(element as number, type) : element);
  };
  const joined = (a: number, b: number) => as(combine(a, b));
  return { fold: customFold(term, joined), load: term, combine: joined };
}
