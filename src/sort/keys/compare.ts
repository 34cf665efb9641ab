import keysCompared from '../../../wgsl/sort/keys/compared.wgsl';
import type { WgslModule } from '../../plan/module.ts';
import { type CustomKeys, customKeys, customModules, requireNoBits } from './custom_keys.ts';

/**
 * A custom comparator: WGSL that says whether one key comes before another. Every sort by it is stable.
 *
 * Keys of u8 and u16 are passed to it as u32, i8 and i16 as i32, f16 as f32, and 64-bit numbers as vec2<u32> with the
 * low word first. Keys of `{ bytes: 4 | 8 | 12 | 16 }` are passed as the struct that `type` names.
 *
 * The comparator must be a strict weak order. An inconsistent comparator gives an unspecified order of the same keys,
 * and does no other harm. `order: 'descending'` reverses the comparator.
 *
 * Cost: O(n log n) comparisons, each of which loads two keys. If a number can be computed from each key, `orderBy` is
 * faster. Method: the sort moves the keys' indices, and moves keys and values once at the end. Small segments are
 * sorted by a network in registers (Batcher 1968), longer segments by merge sort (merge path: Odeh et al. 2012).
 *
 * A WGSL text that does not compile is refused with the code 'shader-compile'. The message gives line, column and
 * source.
 *
 * @example
 * // Sort points by their distance from the origin. A point is three packed floats.
 * const keys = { type: 'vec3<f32>', data: new Float32Array([3, 0, 0, 1, 1, 0, 0, 2, 0]) } as const;
 * const compare = { wgsl: 'return dot(a, a) < dot(b, b);' };
 * const { data } = await segmentedSort(device, keys, [0, 3], { compare });   // 1 1 0 · 0 2 0 · 3 0 0
 *
 * @example
 * // Sort records by team, then by descending score.
 * const declarations = 'struct Player { team: u32, score: f32 }';
 * const wgsl = 'if (a.team != b.team) { return a.team < b.team; }\nreturn a.score > b.score;';
 * const players = { type: { bytes: 8 }, data: new Uint8Array(8 * 100) } as const;
 * await segmentedSort(device, players, [0, 100], { compare: { wgsl, declarations, type: 'Player' } });
 */
export interface Compare {
  /** The body of `fn less(a: T, b: T) -> bool`: whether `a` comes before `b`. T is the keys' WGSL type. */
  wgsl: string;
  /** WGSL functions, constants and structs that `wgsl` uses. */
  declarations?: string;
  /**
   * The same as a function, for `webgpu-segmented/js`; the GPU does not use it. It receives keys as numbers, keys of
   * u64 and i64 as bigints, vectors as arrays of their components, and keys of `{ bytes }` as DataViews. The next call
   * overwrites these arrays and views.
   */
  // biome-ignore lint/suspicious/noExplicitAny: the type of the parameters follows from the keys'
  js?: (a: any, b: any) => boolean;
  /**
   * For keys of `{ bytes }`: the name of their struct in `declarations`. Keys have the memory layout that WGSL gives
   * the struct in storage. Its members are u32, i32, f32 and vectors of these.
   */
  type?: string;
}

/** A checked `compare`. */
export interface Comparison extends CustomKeys {
  readonly descending: boolean;
  /** The modules that a kernel needs in order to compare. */
  readonly modules: readonly WgslModule[];
}

/** Checks `compare`. The result is undefined if `compare` is. */
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
