import { SegmentedError } from '../errors.ts';
import type { VectorType } from '../host/arrays.ts';
import { requireOneOf } from '../host/options.ts';
import type { Piece } from '../template/assemble.ts';
import { piece } from '../template/pieces.ts';

/**
 * An order of the caller's own: `wgsl` is the body of `fn less(a: T, b: T) -> bool`, T the WGSL type of the keys, and must
 * be a strict weak order. `declarations`: functions, constants and structs that it uses; their names must not be those of
 * the kernels (see `describe()`).
 */
export interface Compare {
  wgsl: string;
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
    { name: '(end of less)', text: '}' },
  ];
}
