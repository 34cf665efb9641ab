import keysCompared from '../../../wgsl/sort/keys/compared.wgsl';
import type { WgslModule } from '../../plan/module.ts';
import { type CustomKeys, customKeys, customModules, requireNoBits } from './custom_keys.ts';

/**
 * An order of the caller's own: whether one key goes before another. Every sort by it is stable.
 *
 * The keys' indices are sorted, small segments by a network in registers, longer ones by merging, and keys and values
 * moved once at the end: O(n log n) comparisons, each of which loads two keys. An order that is not strict and weak
 * gives some order, and does no harm. With `order: 'descending'` it is turned round. Where keys can be told a number to
 * go by, `orderBy` is faster.
 *
 * u8, u16 are seen as u32, i8, i16 as i32, f16 as f32, 64-bit numbers as vec2<u32>, low word first. Keys of
 * `{ bytes: 4 | 8 | 12 | 16 }` are seen as the struct named by `type`.
 *
 * A text that does not compile is 'shader-compile': the message gives its line, column and source.
 *
 * @example
 * // Points by distance from the origin, segment by segment; packed, three floats each.
 * const keys = { type: 'vec3<f32>', data: new Float32Array([3, 0, 0, 1, 1, 0, 0, 2, 0]) } as const;
 * const compare = { wgsl: 'return dot(a, a) < dot(b, b);' };
 * const { data } = await segmentedSort(device, keys, [0, 3], { compare });   // 1 1 0 · 0 2 0 · 3 0 0
 *
 * @example
 * // Records: by team, then by falling score.
 * const declarations = 'struct Player { team: u32, score: f32 }';
 * const wgsl = 'if (a.team != b.team) { return a.team < b.team; }\nreturn a.score > b.score;';
 * const players = { type: { bytes: 8 }, data: new Uint8Array(8 * 100) } as const;
 * await segmentedSort(device, players, [0, 100], { compare: { wgsl, declarations, type: 'Player' } });
 */
export interface Compare {
  /** The body of `fn less(a: T, b: T) -> bool`, T the WGSL type that the keys are seen as. */
  wgsl: string;
  /** Functions, constants and structs that it uses. */
  declarations?: string;
  /**
   * For keys of `{ bytes }`: the struct in `declarations` that they are, laid out as WGSL does in storage. Its members
   * are u32, i32, f32 and vectors of these.
   */
  type?: string;
}

/** A checked `compare`. */
export interface Comparison extends CustomKeys {
  readonly descending: boolean;
  /** What a kernel takes that compares. */
  readonly modules: readonly WgslModule[];
}

/** Checks `compare`; undefined where it is left out. */
export function comparisonOf(
  keyType: unknown,
  compare: unknown,
  descending: boolean,
  bits: { beginBit?: unknown; endBit?: unknown; signedZero?: unknown },
): Comparison | undefined {
  if (compare === undefined) return undefined;
  const keys = customKeys(keyType, 'compare', compare);
  requireNoBits('compare', bits);
  const head = `fn less(a: ${keys.type}, b: ${keys.type}) -> bool`;
  return { ...keys, descending, modules: [keysCompared, ...customModules(keys, head)] };
}
