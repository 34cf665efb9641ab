import type { HalfArray } from '../api/arrays.ts';
import { refused, requireOneOf, shown, unknownIn } from '../checks.ts';
import {
  type ItemType,
  isItemTypeName,
  longName,
  NAMED_TYPES,
  type NumberType,
  typeBytes,
  type VectorType,
  wideType,
} from '../item_types.ts';
import { REDUCE_OP_NAMES, type ReduceOpName } from './names.ts';

/** Types of a reduce's input. Vectors are only for custom operators and for 'count'. */
export type ReduceType = NumberType | VectorType;

/**
 * Operators for webgpu-segmented/parts, beside those that callers have: the item from which distances are taken, and
 * the mean's distance from it.
 */
export const REFERENCE = 'reference of moments';
export const OFFSET = 'offset of moments';

export const ACCUMULATOR_TYPES = [
  ...(['u32', 'i32', 'f32', 'f64'] as const),
  ...(['vec2<u32>', 'vec2<i32>', 'vec2<f32>'] as const),
  ...(['vec3<u32>', 'vec3<i32>', 'vec3<f32>'] as const),
  ...(['vec4<u32>', 'vec4<i32>', 'vec4<f32>'] as const),
] as const satisfies readonly ('u32' | 'i32' | 'f32' | 'f64' | VectorType)[];
/** Types that a custom operator may accumulate. */
export type AccumulatorType = (typeof ACCUMULATOR_TYPES)[number];

/**
 * A custom operator, in WGSL. It must be associative. It need not be commutative, since elements are always combined in
 * their order.
 *
 * Its function bodies get two accumulators of type T, or one element of type E. E is u32 for u8, u16 and u32; i32 for
 * i8, i16 and i32; f32 for f16 and f32; `vec2<u32>`, low word first, for u64, i64 and f64. For a vector, E is its type.
 *
 * A double is a `vec2<u32>`, low word first, since WGSL has no doubles. So is T for the type `'f64'`, whose results are
 * a Float64Array. All texts may call these functions. Sums and products are rounded to nearest even, as in JavaScript.
 * Every NaN that they give is 0x7FF8000000000000:
 *
 * - `f64Add(a: vec2<u32>, b: vec2<u32>) -> vec2<u32>`
 * - `f64Mul(a: vec2<u32>, b: vec2<u32>) -> vec2<u32>`
 * - `f64Less(a: vec2<u32>, b: vec2<u32>) -> bool`: -0 equals +0, and NaN is less than nothing
 * - `f64FromF32(value: f32)`, `f64FromU32(value: u32)`, `f64FromI32(value: i32)`, and of two words `f64FromU64`,
 *   `f64FromI64`
 *
 * A text that does not compile gives the error 'shader-compile', whose message has the line, column and source.
 *
 * @example
 * // Softmax denominators, row by row, without overflow: (maximum, sum of exp(x - maximum)).
 * const softmax = {
 *   type: 'vec2<f32>',
 *   load: 'return vec2f(max(element, -3.0e38), 1.0);',   // logits may be masked by -Infinity
 *   wgsl: `let top = max(a.x, b.x);
 *          return vec2f(top, a.y * exp(a.x - top) + b.y * exp(b.x - top));`,
 *   identity: 'vec2f(-3.0e38, 0.0)',
 * } as const satisfies CustomReduceOp;
 * const { data } = await segmentedReduce(device, logits, { size: vocabulary }, softmax);
 *
 * // Sums of the squares of floats, as doubles.
 * const squares = {
 *   type: 'f64',
 *   load: 'let x = f64FromF32(element); return f64Mul(x, x);',
 *   wgsl: 'return f64Add(a, b);',
 *   identity: 0,
 * } as const satisfies CustomReduceOp;
 * const norms = await segmentedReduce(device, logits, { size: vocabulary }, squares);   // Float64Array
 */
export interface CustomReduceOp {
  /** The body of `fn combine(a: T, b: T) -> T`, where `a` is the earlier accumulator. */
  wgsl: string;
  /**
   * The neutral accumulator, which is also the result of an empty segment: a WGSL expression of type T, or a number. A
   * vector gets the number in every component.
   */
  identity: number | string;
  /** The accumulator's type T; `'f64'` for doubles. Default: E. `vec2f` is the same as `vec2<f32>`. */
  type?: AccumulatorType | VectorType;
  /**
   * The body of `fn load(element: E, index: u32) -> T`, where `index` counts from the segment's start. Default: `return
   * T(element);`, for `'f64'` the double of the element.
   */
  load?: string;
  /**
   * Functions, constants and structs that the bodies use. Their names may not be names of WGSL, and may not begin with
   * `segmented_`.
   */
  declarations?: string;
  /**
   * `combine` as a function, for `webgpu-segmented/js`, which takes accumulators of u32, i32 and f32. The GPU does not
   * use it. `identity` is a number then.
   */
  // biome-ignore lint/suspicious/noExplicitAny: the type of the parameters follows from the accumulator's
  js?: (a: any, b: any) => number;
  /** `load` as a function, for `webgpu-segmented/js`. */
  // biome-ignore lint/suspicious/noExplicitAny: the type of the parameter follows from the elements'
  jsLoad?: (element: any, index: number) => number;
}

/** An operator: a name, or a custom operator. */
export type ReduceOp = ReduceOpName | CustomReduceOp;

/** How float sums are made: by a tree of pairs, or also with an error term (Knuth's two-sum). */
export type Accuracy = 'pairwise' | 'compensated';

/** A checked custom operator. */
export interface CheckedCustom {
  /** The operator's name in compile errors: `op`, or `op[2]` in a list. */
  readonly name: string;
  readonly wgsl: string;
  readonly identity: number | string;
  readonly type: AccumulatorType;
  readonly load: string | undefined;
  readonly declarations: string;
  /** A member that operators do not have. The loaded code refuses it. */
  readonly unknown: string | undefined;
  /** `js` and `jsLoad`, not checked. */
  readonly functions: object;
}

export const CUSTOM_MEMBERS = ['wgsl', 'identity', 'type', 'load', 'declarations', 'js', 'jsLoad'];

export type CheckedOp = ReduceOpName | CheckedCustom;

function checkedCustom(name: string, op: object, type: ReduceType): CheckedCustom {
  const unknown = unknownIn(op, CUSTOM_MEMBERS);
  const { wgsl, identity, type: given, load, declarations = '', js, jsLoad } = op as Record<string, unknown>;
  if (typeof identity !== 'number' && typeof identity !== 'string') {
    throw refused('invalid-option', `${name}.identity`, identity, 'a number, or a WGSL expression');
  }
  for (const [member, text] of Object.entries({ load, declarations })) {
    if (text !== undefined && typeof text !== 'string')
      throw refused('invalid-option', `${name}.${member}`, typeof text, 'a string of WGSL');
  }
  const accumulator = longName(given) ?? seenType(type);
  requireOneOf(`${name}.type`, accumulator, ACCUMULATOR_TYPES, 'invalid-option');
  return {
    name,
    wgsl: wgsl as string,
    identity,
    type: accumulator as AccumulatorType,
    load: load as string | undefined,
    declarations: declarations as string,
    unknown,
    functions: { js, jsLoad },
  };
}

/** The types that an operator takes, as a pattern and in words. */
function typesOf(op: ReduceOpName): readonly [RegExp, string] {
  switch (op) {
    case 'count':
      return [/./, 'any'];
    case 'and':
    case 'or':
    case 'xor':
      return [/^[ui]/, 'integers'];
    case 'logsumexp':
      return [/^[uif](8|16|32)/, 'numbers of up to 32 bits'];
    default:
      return [/^[uif]/, 'numbers'];
  }
}

function checkedOp(name: string, op: unknown, type: ReduceType): CheckedOp {
  if (typeof op === 'object' && op !== null && typeof (op as { wgsl?: unknown }).wgsl === 'string') {
    return checkedCustom(name, op, type);
  }
  if (!REDUCE_OP_NAMES.includes(op as ReduceOpName) && op !== REFERENCE && op !== OFFSET) {
    const known = `${REDUCE_OP_NAMES.join(', ')}, { wgsl, identity, type? }; avg: mean; median: quantile`;
    throw refused('unsupported-type', name, shown(op), known);
  }
  const [pattern, allowed] = typesOf(op as ReduceOpName);
  if (!pattern.test(type)) {
    throw refused('unsupported-type', name, `'${op}' of ${type}`, allowed);
  }
  return op as ReduceOpName;
}

/** Checks the type and the operators of a reduce. Returns a single operator as a list of one. */
export function checkedOps(argument: string, given: unknown, op: unknown): { type: ReduceType; ops: CheckedOp[] } {
  const type: unknown = longName(given);
  if (!isItemTypeName(type)) {
    const found = typeof type === 'object' ? 'opaque bytes' : String(type);
    throw refused('unsupported-type', argument, `${found} is not supported`, NAMED_TYPES);
  }
  if (!Array.isArray(op)) return { type, ops: [checkedOp('op', op, type)] };
  if (op.length === 0) throw refused('invalid-option', 'op', '[]', 'one operator or more');
  return { type, ops: op.map((item, i) => checkedOp(`op[${i}]`, item, type)) };
}

/** Checks `accuracy`. 'compensated' is only for sums of floats. */
export function checkedAccuracy(accuracy: unknown, type: ReduceType, ops: readonly CheckedOp[]): Accuracy {
  if (accuracy === undefined) return 'pairwise';
  requireOneOf('accuracy', accuracy, ['pairwise', 'compensated'], 'invalid-option');
  if (accuracy === 'compensated' && !(/^f(16|32)/.test(type) && ops.includes('sum'))) {
    throw refused('invalid-option', 'accuracy', "'compensated'", "'pairwise', or a sum of f32 or f16");
  }
  return accuracy as Accuracy;
}

// Types of operators' arguments and results. This file needs no kernels: webgpu-segmented/js checks by it.

/** WGSL type of the elements that a custom operator receives. */
export function seenType(type: NumberType | VectorType): string {
  if (type.startsWith('vec')) return type;
  if (type.endsWith('64')) return 'vec2<u32>';
  return `${type[0]}32`;
}

/** Types of results that the items' type does not give. Those of 64-bit items are f64 instead of f32. */
const OWN_TYPES: Readonly<Record<string, 'u32' | 'f32'>> = {
  ...{ count: 'u32', any: 'u32', all: 'u32', mean: 'f32', variance: 'f32', std: 'f32', logsumexp: 'f32' },
};

/** Whether results are a plain array, whatever the form of the items is. */
export const hasOwnForm = (op: CheckedOp): boolean => typeof op === 'object' || op in OWN_TYPES;

/** The type of an operator's first result on elements of a type. */
export function resultType(type: ItemType, op: CheckedOp): ItemType {
  if (typeof op === 'object') return op.type;
  const own = OWN_TYPES[op];
  if (own) return own === 'f32' && String(type).endsWith('64') ? 'f64' : own;
  return type === 'f16' && (op === 'sum' || op === 'product') ? 'f32' : type;
}

/** The type that `widen` gives a sum or a product of integers of 8 and 16 bits. */
export function widened<T extends ItemType>(type: T, op: CheckedOp): T | 'u32' | 'i32' {
  return op === 'sum' || op === 'product' ? wideType(type) : type;
}

/** Bytes of the results of all operators for one segment. */
export function resultBytes({ type, ops }: { readonly type: ItemType; readonly ops: readonly CheckedOp[] }): number {
  const bytesOf = (op: CheckedOp) => typeBytes(resultType(type, op)) + (op === 'argmin' || op === 'argmax' ? 4 : 0);
  return ops.reduce((sum, op) => sum + bytesOf(op), 0);
}

// Types that forbid operators that the checks refuse: floats have no bitwise operators.

/** Arrays of floats, by their class or by the type given with them. */
type Floats = Float32Array | Float64Array | HalfArray | { readonly type: 'f16' | 'f32' | 'f64' };

/** The operators among `Op` that items in the form of `V` have. Where the type of the items is open, all of them. */
export type OpOf<V, Op> = V extends Floats ? Exclude<Op, 'and' | 'or' | 'xor'> : Op;

/** The type of a plan's elements, and the operators that it has. */
export interface TypeAndOp<T, Op> {
  readonly type: T;
  readonly op: OpOf<{ readonly type: T }, Op> | readonly OpOf<{ readonly type: T }, Op>[];
}
