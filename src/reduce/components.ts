import { refused } from '../errors.ts';
import { type ItemType, typeBytes } from '../host/arrays.ts';
import type { Piece } from '../template/assemble.ts';
import { type Element, numberPiece, rankPieces, wordsType } from './elements.ts';
import type { Accuracy, CheckedCustom, CheckedOp, ReduceOpName } from './operators.ts';
import { type PieceName, pieces } from './pieces.ts';

/** One value of an accumulator, and how elements go into it. Expressions are WGSL. */
export interface Component {
  /** Operators of one key share the component. */
  readonly key: string;
  readonly type: string;
  readonly words: number;
  readonly identity: string;
  /** Of `bits` and `index`. */
  readonly load: string;
  /** Of `a`, the earlier one, and `b`. */
  readonly combine: string;
  /** Whether the result depends on how terms are bracketed: rounded ones do, and the caller's own may. */
  readonly bracketed: boolean;
  readonly pieces: readonly Piece[];
}

/** One array that an operator fills. */
export interface Result {
  readonly type: ItemType;
  readonly name: 'output' | 'outputIndex';
  /** WGSL: the item's words, of the component's `total` or the segment's `length`. */
  readonly words: string;
}

/** An operator on elements of one type. */
export interface Operator {
  /** None: the lengths of the segments are enough. */
  readonly component: Component | undefined;
  readonly results: readonly Result[];
}

const hex = (value: number) => `0x${(value >>> 0).toString(16)}u`;

/** Bits of the identity of min and max, by type: high word last. */
function extremeIdentity({ type, kind, bytes }: Element, isMax: boolean): number[] {
  const bits = 8 * bytes;
  const all = 2 ** Math.min(bits, 32) - 1;
  const fill = bytes === 8 ? [all] : [];
  if (kind === 'u') return isMax ? [...fill.map(() => 0), 0] : [...fill, all];
  if (kind === 'i') {
    // Narrow ones are sign-extended.
    const most = 2 ** (Math.min(bits, 32) - 1) - 1;
    return isMax ? [...fill.map(() => 0), ~most] : [...fill, most];
  }
  const infinity = { f16: 0x7c00, f32: 0x7f800000, f64: 0x7ff00000 }[type as 'f16' | 'f32' | 'f64'];
  return [...fill.map(() => 0), isMax ? infinity + 2 ** (Math.min(bits, 32) - 1) : infinity];
}

function vector(words: readonly (number | string)[]): string {
  const texts = words.map((word) => (typeof word === 'number' ? hex(word) : word));
  return texts.length === 1 ? (texts[0] as string) : `vec${texts.length}u(${texts.join(', ')})`;
}

function simple(key: string, type: string, words: number, texts: Pick<Component, 'identity' | 'load' | 'combine'>) {
  const bracketed = /f32|f$/.test(type);
  return (...names: PieceName[]): Component => ({ key, type, words, ...texts, bracketed, pieces: pieces(...names) });
}

function sum(element: Element, accuracy: Accuracy): Operator {
  const own = (words: string, type: ItemType = element.type): Result[] => [{ type, name: 'output', words }];
  if (element.kind === 'f') {
    const number = numberPiece(element);
    if (accuracy === 'compensated') {
      const texts = { identity: 'vec2f()', load: 'vec2f(numberOf(bits), 0.0)', combine: 'compensated(a, b)' };
      const component = simple('sum', 'vec2f', 2, texts)(number, 'reduce/operator/compensated');
      return { component, results: own('bitcast<u32>(total.x + total.y)', 'f32') };
    }
    const texts = { identity: '0.0', load: 'numberOf(bits)', combine: 'a + b' };
    return { component: simple('sum', 'f32', 1, texts)(number), results: own('bitcast<u32>(total)', 'f32') };
  }
  if (element.bytes === 8) {
    const texts = { identity: 'vec2u()', load: 'bits', combine: 'add64(a, b)' };
    return { component: simple('sum', 'vec2u', 2, texts)('reduce/operator/two_words'), results: own('total') };
  }
  const texts = { identity: '0u', load: 'bits', combine: 'a + b' };
  return { component: simple('sum', 'u32', 1, texts)(), results: own('total') };
}

function product(element: Element): Operator {
  const own = (words: string, type: ItemType = element.type): Result[] => [{ type, name: 'output', words }];
  if (element.kind === 'f') {
    const texts = { identity: '1.0', load: 'numberOf(bits)', combine: 'a * b' };
    const component = simple('product', 'f32', 1, texts)(numberPiece(element));
    return { component, results: own('bitcast<u32>(total)', 'f32') };
  }
  if (element.bytes === 8) {
    const texts = { identity: 'vec2u(1u, 0u)', load: 'bits', combine: 'multiply64(a, b)' };
    return { component: simple('product', 'vec2u', 2, texts)('reduce/operator/two_words'), results: own('total') };
  }
  const texts = { identity: '1u', load: 'bits', combine: 'a * b' };
  return { component: simple('product', 'u32', 1, texts)(), results: own('total') };
}

function bitwise(element: Element, op: 'and' | 'or' | 'xor'): Operator {
  const words = Math.ceil(element.bytes / 4);
  const identity = vector(Array.from({ length: words }, () => (op === 'and' ? 0xffffffff : 0)));
  const combine = { and: 'a & b', or: 'a | b', xor: 'a ^ b' }[op];
  const component = simple(op, element.bits, words, { identity, load: 'bits', combine })();
  return { component, results: [{ type: element.type, name: 'output', words: 'total' }] };
}

function extreme(element: Element, op: 'min' | 'max'): Operator {
  const isMax = op === 'max';
  const identity = vector(extremeIdentity(element, isMax));
  const texts = { identity, load: 'bits', combine: `extreme(a, b, ${isMax})` };
  const names = rankPieces(element);
  const component = simple(op, element.bits, Math.ceil(element.bytes / 4), texts)(...names, 'reduce/operator/extreme');
  return { component, results: [{ type: element.type, name: 'output', words: 'total' }] };
}

function extremeAt(element: Element, op: 'argmin' | 'argmax'): Operator {
  const isMax = op === 'argmax';
  const wide = element.bytes === 8;
  const identity = vector([...extremeIdentity(element, isMax), 0xffffffff]);
  const load = wide ? 'vec3u(bits, index)' : 'vec2u(bits, index)';
  const value = wide ? 'xy' : 'x';
  const texts = { identity, load, combine: `select(a, b, laterWins(a.${value}, b.${value}, ${isMax}))` };
  const words = wide ? 3 : 2;
  const make = simple(op, wordsType(words), words, texts);
  return {
    component: make(...rankPieces(element), 'reduce/operator/extreme'),
    results: [
      { type: element.type, name: 'output', words: `total.${value}` },
      { type: 'u32', name: 'outputIndex', words: wide ? 'total.z' : 'total.y' },
    ],
  };
}

function moment(element: Element, op: 'mean' | 'variance'): Operator {
  const texts = { identity: 'vec3f()', load: 'vec3f(1.0, numberOf(bits), 0.0)', combine: 'moments(a, b)' };
  const component = simple('moments', 'vec3f', 3, texts)(numberPiece(element), 'reduce/operator/moments');
  return { component, results: [{ type: 'f32', name: 'output', words: `${op}Bits(total)` }] };
}

/** A number as the bits of a scalar that WGSL holds in one word. */
export function scalarBits(name: string, value: number, scalar: string): number {
  if (scalar === 'f32') return new Uint32Array(Float32Array.of(value).buffer)[0] as number;
  const [least, most] = scalar === 'i32' ? [-(2 ** 31), 2 ** 31 - 1] : [0, 2 ** 32 - 1];
  if (Number.isInteger(value) && value >= least && value <= most) return value >>> 0;
  throw refused('invalid-option', name, value, `whole numbers from ${least} to ${most}`);
}

/** The scalar type of a WGSL scalar or vector type. */
export function scalarOf(type: string): string {
  return /<(.*)>/.exec(type)?.[1] ?? type;
}

function identityPieces({ name, identity, type }: CheckedCustom, suffix: string): Piece[] {
  const head = `fn identity${suffix}() -> ${type} {`;
  if (typeof identity === 'string') {
    return [
      // What is wrong with its type is found here.
      { name: `${name}.identity`, text: `${head} return` },
      { name: `${name}.identity`, text: identity, theirs: 'body' },
      { name: '(end of identity)', text: '  ;\n}', closes: true },
    ];
  }
  const scalar = scalarOf(type);
  // A variable, since WGSL refuses infinities and NaNs that it can work out itself.
  const bits = hex(scalarBits(`${name}.identity`, identity, scalar));
  return [
    { name: '(identity)', text: `${head}\n  var bits = ${bits};\n  return ${type}(bitcast<${scalar}>(bits));\n}` },
  ];
}

function custom(element: Element, op: CheckedCustom, place: number): Operator {
  const suffix = `OfOperator${place}`;
  const { name, type, identity, declarations, load, wgsl } = op;
  const seen = {
    u: 'bits',
    i: element.bytes === 8 ? 'bits' : 'bitcast<i32>(bits)',
    f: element.bytes === 8 ? 'bits' : 'numberOf(bits)',
    v: `bitcast<${element.type}>(bits)`,
  }[element.kind];
  const parts: Piece[] = [
    ...(element.kind === 'f' && element.bytes < 8 ? pieces(numberPiece(element)) : []),
    // With a semicolon, which they may have left out; behind a comment it says nothing.
    { name: `${name}.declarations`, text: `${declarations};`, theirs: 'declarations' },
    ...identityPieces(op, suffix),
    { name: '(load)', text: `fn load${suffix}(element: ${element.seen}, index: u32) -> ${type} {` },
    { name: `${name}.load`, text: load ?? `return ${type}(element);`, theirs: 'body' },
    { name: '(end of load)', text: '}', closes: true },
    { name: '(combine)', text: `fn combine${suffix}(a: ${type}, b: ${type}) -> ${type} {` },
    { name: `${name}.wgsl`, text: wgsl, theirs: 'body' },
    { name: '(end of combine)', text: '}', closes: true },
  ];
  const words = typeBytes(type) / 4;
  // JSON has no infinities, no NaN and no -0.
  const identityText = Object.is(identity, -0) ? '-0' : String(identity);
  const component: Component = {
    key: JSON.stringify([type, typeof identity, identityText, load, declarations, wgsl]),
    type,
    words,
    identity: `identity${suffix}()`,
    load: `load${suffix}(${seen}, index)`,
    combine: `combine${suffix}(a, b)`,
    bracketed: true,
    pieces: parts,
  };
  return { component, results: [{ type, name: 'output', words: `bitcast<${wordsType(words)}>(total)` }] };
}

function named(element: Element, op: ReduceOpName, accuracy: Accuracy): Operator {
  switch (op) {
    case 'sum':
      return sum(element, accuracy);
    case 'product':
      return product(element);
    case 'min':
    case 'max':
      return extreme(element, op);
    case 'argmin':
    case 'argmax':
      return extremeAt(element, op);
    case 'and':
    case 'or':
    case 'xor':
      return bitwise(element, op);
    case 'mean':
    case 'variance':
      return moment(element, op);
    case 'count':
      return { component: undefined, results: [{ type: 'u32', name: 'output', words: 'length' }] };
  }
}

/** The operators of a reduce, in the order given. */
export function operatorsOf(element: Element, ops: readonly CheckedOp[], accuracy: Accuracy): Operator[] {
  return ops.map((op, i) => (typeof op === 'string' ? named(element, op, accuracy) : custom(element, op, i)));
}
