import operatorExtreme from '../../wgsl/operators/combine/extreme.wgsl';
import operatorTwoWords from '../../wgsl/operators/combine/two_words.wgsl';
import { refused } from '../checks.ts';
import type { ItemType } from '../item_types.ts';
import type { WgslModule } from '../plan/link.ts';
import { type CompositeOp, type Element, numberModule, rankModules } from './elements.ts';
import type { MoreOp, ReduceOpName } from './names.ts';

/** One value of an accumulator, and the WGSL expressions that work on it. */
export interface Component {
  /** Operators with the same key use the same component. */
  readonly key: string;
  readonly type: string;
  readonly words: number;
  readonly identity: string;
  /** Makes the value of one element from its `bits` and `index`. */
  readonly load: string;
  /** Combines `a`, the earlier value, and `b`. */
  readonly combine: string;
  /** Combines `a` and the element of `bits`, with the bits of `combine` but in less code. */
  readonly append?: string;
  /** The leaves of a component whose terms are folded together, if it is alone (wgsl/reduce/fold/leaf.wgsl). */
  readonly leaves?: Readonly<Record<'counted' | 'staged', WgslModule>>;
  /** Whether its code reads the uniform `parameters`. */
  readonly parameters?: boolean;
  /** Whether the result depends on how terms are bracketed. Rounded results do, and results of custom operators may. */
  readonly bracketed: boolean;
  /** Modules that `identity` and `combine` call. */
  readonly modules: readonly WgslModule[];
  /** Modules that `load` calls. */
  readonly loads: readonly WgslModule[];
}

/** One array that an operator fills. */
export interface Result {
  readonly type: ItemType;
  readonly name: 'output' | 'outputIndex';
  /** WGSL expression of the item's words, from the component's `total` or the segment's `length`. */
  readonly words: string;
}

/** An operator on elements of one type. */
export interface Operator {
  /** Undefined where the operator needs only the lengths of segments. */
  readonly component: Component | undefined;
  /** A second component, whose total is `beside` in the expressions of results. */
  readonly beside?: Component | undefined;
  readonly results: readonly Result[];
}

/** Named operators that accumulate one value, or none. */
export type SimpleOp = Exclude<ReduceOpName, CompositeOp | MoreOp>;

export const hex = (value: number) => `0x${(value >>> 0).toString(16)}u`;

/** Words of the identity of min and max, low word first. */
export function extremeIdentity({ type, kind, bytes }: Element, isMax: boolean): number[] {
  const bits = 8 * bytes;
  const all = 2 ** Math.min(bits, 32) - 1;
  const fill = bytes === 8 ? [all] : [];
  if (kind === 'u') return isMax ? [...fill.map(() => 0), 0] : [...fill, all];
  if (kind === 'i') {
    // Narrow integers are sign-extended to a word.
    const max = 2 ** (Math.min(bits, 32) - 1) - 1;
    return isMax ? [...fill.map(() => 0), ~max] : [...fill, max];
  }
  const infinity = { f16: 0x7c00, f32: 0x7f800000, f64: 0x7ff00000 }[type as 'f16' | 'f32' | 'f64'];
  return [...fill.map(() => 0), isMax ? infinity + 2 ** (Math.min(bits, 32) - 1) : infinity];
}

export function vector(words: readonly (number | string)[]): string {
  const texts = words.map((word) => (typeof word === 'number' ? hex(word) : word));
  return texts.length === 1 ? (texts[0] as string) : `vec${texts.length}u(${texts.join(', ')})`;
}

/** Makes a component of a named operator. */
export function simple(
  key: string,
  type: string,
  words: number,
  texts: Pick<Component, 'identity' | 'load' | 'combine'>,
) {
  const bracketed = /f32|f$/.test(type);
  return (modules: readonly WgslModule[] = [], loads: readonly WgslModule[] = []): Component => ({
    ...{ key, type, words, ...texts },
    ...{ bracketed, modules, loads },
  });
}

/** Makes an operator with one result. */
export function single(type: ItemType, words: string, component?: Component): Operator {
  return { component, results: [{ type, name: 'output', words }] };
}

const ARITHMETIC = {
  sum: { neutral: '0', neutral64: 'vec2u()', combine: 'a + b', combine64: 'add64(a, b)' },
  product: { neutral: '1', neutral64: 'vec2u(1u, 0u)', combine: 'a * b', combine64: 'multiply64(a, b)' },
};

function arithmetic(element: Element, op: 'sum' | 'product'): Operator {
  const { neutral, neutral64, combine, combine64 } = ARITHMETIC[op];
  if (element.kind === 'f') {
    const texts = { identity: `${neutral}.0`, load: 'numberOf(bits)', combine };
    const component = simple(op, 'f32', 1, texts)([], [numberModule(element)]);
    return single('f32', 'bitcast<u32>(total)', component);
  }
  if (element.bytes === 8) {
    const texts = { identity: neutral64, load: 'bits', combine: combine64 };
    return single(element.type, 'total', simple(op, 'vec2u', 2, texts)([operatorTwoWords]));
  }
  return single(element.type, 'total', simple(op, 'u32', 1, { identity: `${neutral}u`, load: 'bits', combine })());
}

function bitwise(element: Element, op: 'and' | 'or' | 'xor'): Operator {
  const words = Math.ceil(element.bytes / 4);
  const identity = vector(Array.from({ length: words }, () => (op === 'and' ? 0xffffffff : 0)));
  const combine = { and: 'a & b', or: 'a | b', xor: 'a ^ b' }[op];
  return single(element.type, 'total', simple(op, element.bits, words, { identity, load: 'bits', combine })());
}

function extreme(element: Element, op: 'min' | 'max'): Operator {
  const isMax = op === 'max';
  const identity = vector(extremeIdentity(element, isMax));
  const texts = { identity, load: 'bits', combine: `extreme(a, b, ${isMax})` };
  const make = simple(op, element.bits, Math.ceil(element.bytes / 4), texts);
  return single(element.type, 'total', make([...rankModules(element), operatorExtreme]));
}

/** The bits of a number as an f32, i32 or u32. */
export function scalarBits(name: string, value: number, scalar: string): number {
  if (scalar === 'f32') return new Uint32Array(Float32Array.of(value).buffer)[0] as number;
  const [min, max] = scalar === 'i32' ? [-(2 ** 31), 2 ** 31 - 1] : [0, 2 ** 32 - 1];
  if (Number.isInteger(value) && value >= min && value <= max) return value >>> 0;
  throw refused('invalid-option', name, value, `whole numbers from ${min} to ${max}`);
}

/** A named operator of one value, or of none. */
export function simpleOperator(element: Element, op: SimpleOp): Operator {
  if (op === 'count') return single('u32', 'length');
  if (op === 'sum' || op === 'product') return arithmetic(element, op);
  return op === 'min' || op === 'max' ? extreme(element, op) : bitwise(element, op);
}
