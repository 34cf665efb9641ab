/** Checks of `initial`, `whenEmpty`, `ddof`, `widen`, `nan`. Loaded only for calls that give one of them. */

import { inWords, refused, requireMembers, requireOneOf, shown } from '../checks.ts';
import { type NumberType, scalarOf, typeBytes } from '../item_types.ts';
import { scalarBits } from './components.ts';
import { type CheckedOp, type ReduceType, resultType, widened } from './operators.ts';

/** Start value of a fold: a number; for 64-bit integers also a bigint; for vectors a number or a list of components. */
export type InitialValue = number | bigint | readonly number[];
/** Start value, or with a list of operators a list of start values, `undefined` for none. */
export type Initial = InitialValue | readonly (InitialValue | undefined)[];

/** The bits of the nearest f16, with ties to even. */
export function halfBits(value: number): number {
  if (Number.isNaN(value)) return 0x7e00;
  // Magnitudes of at least 65520 round to infinity.
  const size = Math.min(Math.abs(value), 65520);
  let bits = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  // This is the weight of the lowest of the 11 bits that an f16 of this magnitude has.
  let spacing = 2 ** -24;
  for (; size >= 2048 * spacing; spacing *= 2) bits += 1024;
  // A double of at least 2^52 is a whole number. So the sum rounds to the nearest whole number, ties to even.
  return bits + (size / spacing + 2 ** 52 - 2 ** 52);
}

/** A whole number that the type holds. */
export function requireWhole(name: string, value: unknown, type: NumberType): bigint {
  const width = 8 * typeBytes(type);
  const [min, max] =
    type[0] === 'i' ? [-(2n ** BigInt(width - 1)), 2n ** BigInt(width - 1) - 1n] : [0n, 2n ** BigInt(width) - 1n];
  const whole = typeof value === 'bigint' || Number.isInteger(value) ? BigInt(value as number | bigint) : undefined;
  if (whole !== undefined && whole >= min && whole <= max) return whole;
  throw refused('invalid-option', name, inWords(value), `whole numbers of ${type}, ${min} to ${max}`);
}

function wholeWords(name: string, value: InitialValue, type: NumberType): number[] {
  const whole = requireWhole(name, value, type);
  const low = Number(BigInt.asUintN(32, whole));
  return typeBytes(type) === 8 ? [low, Number(BigInt.asUintN(32, whole >> 32n))] : [low];
}

function vectorWords(name: string, value: InitialValue, type: string): number[] {
  const scalar = scalarOf(type);
  const components = typeBytes(type as ReduceType) / 4;
  const list = Array.isArray(value) ? value : new Array<InitialValue>(components).fill(value);
  if (list.length !== components)
    throw refused('invalid-option', name, `${list.length} components`, `${components} components for ${type}`);
  return list.map((item) => {
    if (typeof item !== 'number') throw refused('invalid-option', name, item, 'numbers');
    return scalarBits(name, item, scalar);
  });
}

/** The named operators that begin with an initial value. */
const WITH_INITIAL: readonly unknown[] = ['sum', 'product', 'min', 'max', 'and', 'or', 'xor'];

function initialWords(name: string, value: unknown, type: ReduceType, op: CheckedOp): number[] {
  if (typeof op === 'string' && !WITH_INITIAL.includes(op)) {
    throw refused('invalid-option', name, value, `undefined with ${op}`);
  }
  return resultWords(name, value, type, op);
}

/** The words of a result of an operator. */
function resultWords(name: string, value: unknown, type: ReduceType, op: CheckedOp): number[] {
  const listed = Array.isArray(value) && value.every((item) => typeof item === 'number');
  if (typeof value !== 'number' && typeof value !== 'bigint' && !listed) {
    throw refused(
      'invalid-option',
      name,
      shown(value),
      'a number, a bigint for 64-bit integers, a list of numbers for vectors',
    );
  }
  const given = value as InitialValue;
  if (typeof op === 'object' && op.type !== 'f64') return vectorWords(name, given, op.type);
  // The value has the type of the result. Sums and products of f16 are f32.
  const result = resultType(type, op) as NumberType;
  if (result[0] !== 'f') return wholeWords(name, given, result);
  if (typeof given !== 'number') throw refused('invalid-option', name, given, 'a number');
  if (result === 'f64') return Array.from(new Uint32Array(Float64Array.of(given).buffer));
  if (result === 'f16') return [halfBits(given)];
  return [scalarBits(name, given, 'f32')];
}

/** The options that few calls give. */
const RARE_OPTIONS = ['initial', 'whenEmpty', 'ddof', 'widen', 'nan'] as const;

/** Result of argmin or argmax for an empty segment. */
export interface EmptyResult {
  readonly value: number | bigint;
  readonly index: number;
}

const isArg = (op: CheckedOp) => op === 'argmin' || op === 'argmax';

/** Result of an empty segment; with a list of operators a list, `undefined` where there is none. */
export type EmptyResults = Initial | EmptyResult | readonly (InitialValue | EmptyResult | undefined)[];

/** The words of argmin's or argmax's result for empty segments: those of the value, and the index. */
function emptyArgWords(name: string, empty: unknown, type: ReduceType, op: CheckedOp): number[] {
  const extreme = op === 'argmin' ? 'min' : 'max';
  if (typeof empty === 'number' || typeof empty === 'bigint') {
    return [...resultWords(name, empty, type, extreme), 0xffffffff];
  }
  requireMembers(name, empty, ['value', 'index']);
  const { value, index } = Object(empty) as Record<string, unknown>;
  return [...resultWords(`${name}.value`, value, type, extreme), scalarBits(`${name}.index`, index as number, 'u32')];
}

/** Returns one value for each operator. */
function eachOperator(name: string, given: unknown, ops: readonly CheckedOp[], listed: boolean): readonly unknown[] {
  if (given === undefined) return ops.map(() => undefined);
  if (!listed) return [given];
  if (Array.isArray(given) && given.length === ops.length) return given;
  const found = Array.isArray(given) ? `${given.length} values` : inWords(given);
  throw refused(
    'invalid-option',
    name,
    found,
    `a list of ${ops.length}, one for each operator, undefined where there is none`,
  );
}

/** Options that few calls give, unchecked. */
export type RareOptions = Readonly<Partial<Record<(typeof RARE_OPTIONS)[number], unknown>>>;

/** Words of each operator's value; undefined for an operator without one. */
export type InitialWords = readonly (readonly number[] | undefined)[];

/** Options that few calls give, checked. */
export interface Rare {
  /** Start values; for argmin and argmax the results of empty segments. */
  readonly initial: InitialWords;
  /** Results of empty segments, but those of argmin and argmax. */
  readonly empties: InitialWords;
  readonly ddof: number;
  readonly widen: boolean;
  readonly omitsNans: boolean;
}

/** The values of `initial` and `whenEmpty` for operator i. */
function wordsOf(
  op: CheckedOp,
  type: ReduceType,
  [initial, empty]: readonly unknown[],
  [first, last]: readonly string[],
) {
  const start = initial === undefined ? undefined : initialWords(first as string, initial, type, op);
  if (empty === undefined) return { initial: start, empty: undefined };
  if (isArg(op)) return { initial: start ?? emptyArgWords(last as string, empty, type, op), empty: undefined };
  return { initial: start, empty: resultWords(last as string, empty, type, op) };
}

/** Checks `ddof`, which only variances and their roots have. */
function checkedDdof(ddof: unknown, ops: readonly CheckedOp[]): number {
  if (ddof === undefined) return 0;
  if (!ops.includes('variance') && !ops.includes('std')) {
    throw refused('invalid-option', 'ddof', shown(ddof), "undefined, except with 'variance' and 'std'");
  }
  if (Number.isInteger(ddof) && (ddof as number) >= 0 && (ddof as number) < 2 ** 32) return ddof as number;
  throw refused('invalid-option', 'ddof', shown(ddof), 'whole numbers from 0 to 4294967295');
}

/** Checks `nan`. */
function checkedNan(nan: unknown, type: ReduceType): boolean {
  if (nan === undefined) return false;
  requireOneOf('nan', nan, ['propagate', 'omit'], 'invalid-option');
  if (nan === 'omit' && type.startsWith('vec')) {
    throw refused('invalid-option', 'nan', `'omit' of ${type}`, "'omit' of numbers, 'propagate'");
  }
  return nan === 'omit' && type[0] === 'f';
}

/** Checks the options that few calls give. */
export function checkedRare(
  { initial, whenEmpty, ddof, widen, nan }: RareOptions,
  type: ReduceType,
  ops: readonly CheckedOp[],
  listed: boolean,
): Rare {
  const initials = eachOperator('initial', initial, ops, listed);
  const empties = eachOperator('whenEmpty', whenEmpty, ops, listed);
  if (widen !== undefined && typeof widen !== 'boolean') {
    throw refused('invalid-option', 'widen', shown(widen), 'true, false');
  }
  const named = (name: string, i: number) => (listed ? `${name}[${i}]` : name);
  const words = ops.map((op, i) => {
    const names = [named('initial', i), named('whenEmpty', i)];
    return wordsOf(op, widen ? widened(type, op) : type, [initials[i], empties[i]], names);
  });
  return {
    initial: words.map((each) => each.initial),
    empties: words.map(({ empty }) => empty),
    ddof: checkedDdof(ddof, ops),
    widen: widen === true,
    omitsNans: checkedNan(nan, type),
  };
}
