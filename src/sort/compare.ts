import { SegmentedError } from '../errors.ts';
import type { VectorType } from '../host/arrays.ts';
import { requireOneOf } from '../host/options.ts';
import type { Piece } from '../template/assemble.ts';
import { piece } from '../template/pieces.ts';

/**
 * An order of the caller's own, for keys of 1 to 4 words. Every sort by it is stable.
 *
 * The keys' indices are sorted, small segments by a network in registers, longer ones by merging, and keys and values moved
 * once at the end: O(n log n) comparisons, each of which loads two keys. An order that is not strict and weak gives some
 * order, and does no harm. With `order: 'descending'` it is turned round.
 *
 * A text that does not compile is 'shader-compile': the message gives its line, column and source.
 *
 * @example
 * // Points by distance from the origin, segment by segment; packed, three floats each.
 * const keys = { type: 'vec3<f32>', data: new Float32Array([3, 0, 0, 1, 1, 0, 0, 2, 0]) } as const;
 * const compare = { wgsl: 'return dot(a, a) < dot(b, b);' };
 * const { data } = await segmentedSort(device, keys, [0, 3], { compare });   // 1 1 0 · 0 2 0 · 3 0 0
 */
export interface Compare {
  /** The body of `fn less(a: T, b: T) -> bool`, T the keys' WGSL type. */
  wgsl: string;
  /** Functions, constants and structs that it uses. Their names must not be those of the kernels: see `describe()`. */
  declarations?: string;
}

/** Types of keys that `compare` may order. */
export const COMPARE_KEY_TYPES = [
  ...(['u32', 'i32', 'f32'] as const),
  ...(['vec2<u32>', 'vec2<i32>', 'vec2<f32>'] as const),
  ...(['vec3<u32>', 'vec3<i32>', 'vec3<f32>'] as const),
  ...(['vec4<u32>', 'vec4<i32>', 'vec4<f32>'] as const),
] as const satisfies readonly ('u32' | 'i32' | 'f32' | VectorType)[];
export type CompareKeyType = (typeof COMPARE_KEY_TYPES)[number];

/** A checked order of the caller's own. */
export interface Comparison {
  readonly type: CompareKeyType;
  /** Words of a key, packed: three words of a vec3 have no padding. */
  readonly words: number;
  readonly wgsl: string;
  readonly declarations: string;
  readonly descending: boolean;
}

function wordsOf(type: CompareKeyType): number {
  return type.startsWith('vec') ? Number(type[3]) : 1;
}

/** What orders keys bit by bit has no meaning beside an order of the caller's own. */
function requireNoBits(options: object): void {
  for (const [name, value] of Object.entries(options)) {
    const given = name === 'signedZero' ? value === 'equal' : value !== undefined;
    if (given) throw new SegmentedError('invalid-option', `${name}: ${String(value)}; allowed: none beside compare`);
  }
}

/** Checks `compare`; undefined where it is left out. */
export function comparisonOf(
  keyType: unknown,
  compare: unknown,
  descending: boolean,
  bits: { beginBit?: unknown; endBit?: unknown; signedZero?: unknown },
): Comparison | undefined {
  if (compare === undefined) return undefined;
  requireOneOf('keyType', keyType, COMPARE_KEY_TYPES, 'unsupported-type');
  requireNoBits(bits);
  const { wgsl, declarations = '' } = Object(compare) as Record<string, unknown>;
  for (const [name, text] of Object.entries({ wgsl, declarations })) {
    if (typeof text !== 'string') {
      throw new SegmentedError('invalid-option', `compare.${name}: ${typeof text}; allowed: a string of WGSL`);
    }
  }
  const type = keyType as CompareKeyType;
  return { type, words: wordsOf(type), wgsl: wgsl as string, declarations: declarations as string, descending };
}

/** Reads key i out of `comparedKeys`, where it lies packed. */
function loadText({ type, words }: Comparison): string {
  const parts = Array.from({ length: words }, (_, k) => `comparedKeys[i * ${words}u + ${k}u]`);
  const bits = words === 1 ? parts[0] : `vec${words}u(${parts.join(', ')})`;
  return `fn comparedKey(i: u32) -> ${type} {\n  return bitcast<${type}>(${bits});\n}`;
}

/** The pieces of a kernel that compares: the caller's text in pieces of its own, whose lines compile errors count. */
export function comparePieces(comparison: Comparison): Piece[] {
  const { type, wgsl, declarations } = comparison;
  return [
    piece('keys/compared'),
    { name: '(key of a comparison)', text: loadText(comparison) },
    { name: 'compare.declarations', text: declarations },
    { name: '(less)', text: `fn less(a: ${type}, b: ${type}) -> bool {` },
    { name: 'compare.wgsl', text: wgsl },
    { name: '(end of less)', text: '}', closes: true },
  ];
}
