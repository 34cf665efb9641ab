import { requireCount, requireOneOf } from '../../checks.ts';
import { refused, shown } from '../../errors.ts';
import { type WgslModule, written } from '../../plan/module.ts';
import { type CustomKeys, customKeys, customModules, requireNoBits } from './custom_keys.ts';
import type { KeyOrder, SortKeyType, SortOrder } from './keys.ts';

/**
 * A custom order by number: WGSL that computes a number from a key. Keys are sorted by their numbers, and every sort is
 * stable. The function gets a key in the same form as the function of `compare`.
 *
 * A number of type f32 is ordered as an f32 key, NaNs last. A number of type `vec2<u32>` has its low word first, like
 * all 64-bit numbers of this library.
 *
 * Cost: the function runs once per key, then the numbers are radix sorted like u32 or u64 keys. That is faster than
 * `compare`, whose function runs in every comparison. Keys and values are moved once, at the end.
 *
 * A WGSL text that does not compile is refused with the code 'shader-compile'. The message gives line, column and
 * source.
 *
 * @example
 * // Sort integers by their last decimal digit. Integers with the same digit keep their input order.
 * const orderBy = { wgsl: 'return key % 10u;', bits: 4 };
 * await segmentedSort(device, new Uint32Array([25, 31, 11, 40]), [0, 4], { orderBy });   // 40 31 11 25
 */
export interface OrderBy {
  /** The body of `fn orderKey(key: T) -> R`. T is the WGSL type of the passed keys, and R is `returns`. */
  wgsl: string;
  /** WGSL functions, constants and structs that `wgsl` uses. */
  declarations?: string;
  /** The same as a function, for `webgpu-segmented/js`. It receives a key as `compare.js` does. */
  // biome-ignore lint/suspicious/noExplicitAny: the type of the parameter follows from the keys'
  js?: (key: any) => number | bigint | ArrayLike<number>;
  /** For keys of `{ bytes }`: the name of their struct in `declarations`, as for `compare`. */
  type?: string;
  /** The type of the number. Default `'u32'`. Numbers of i32 and f32 are ordered as keys of these types. */
  returns?: 'u32' | 'i32' | 'f32' | 'vec2<u32>' | 'vec2u';
  /**
   * How many of the number's lowest bits are sorted by. Fewer bits take fewer passes. Default: all 32 or 64. Only for
   * unsigned numbers.
   */
  bits?: number;
}

/** A checked `orderBy`. */
export interface Mapping extends CustomKeys {
  /** Words of the number. */
  readonly words: 1 | 2;
  readonly returns: string;
  /** The modules of the kernel that computes the numbers. */
  readonly modules: readonly WgslModule[];
}

/** Checks `orderBy` and adds the order of the numbers. The result is undefined if `orderBy` is. */
export function mappingOf(
  keyType: unknown,
  orderBy: unknown,
  order: SortOrder,
  bits: { compare?: unknown; beginBit?: unknown; endBit?: unknown; signedZero?: unknown },
): (KeyOrder & { orderBy: Mapping }) | undefined {
  if (orderBy === undefined) return undefined;
  const { compare, ...others } = bits;
  if (compare !== undefined) {
    throw refused('invalid-option', 'compare', 'given together with orderBy', 'one or the other');
  }
  const keys = customKeys(keyType, 'orderBy', orderBy);
  requireNoBits('orderBy', others);
  const { returns = 'u32', bits: counted } = orderBy as OrderBy;
  requireOneOf('orderBy.returns', returns, ['u32', 'i32', 'f32', 'vec2<u32>', 'vec2u'], 'invalid-option');
  const words = returns.startsWith('vec2') ? 2 : 1;
  if (counted !== undefined && (returns === 'i32' || returns === 'f32')) {
    throw refused('invalid-option', 'orderBy.bits', shown(counted), `none with returns: '${returns}'`);
  }
  const endBit =
    counted === undefined ? 32 * words : requireCount('orderBy.bits', counted, 32 * words, 'invalid-option');
  return {
    keyType: words === 2 ? 'u64' : (returns as SortKeyType),
    order,
    beginBit: 0,
    endBit,
    zerosTie: false,
    orderBy: { ...keys, words, returns, modules: mappingModules({ ...keys, words, returns }) },
  };
}

/** The modules of the kernel that computes the numbers. */
function mappingModules(mapping: Omit<Mapping, 'modules'>): WgslModule[] {
  const { type, words, returns } = mapping;
  const call = 'orderKey(customKey(i))';
  const word = returns === 'u32' ? call : `bitcast<u32>(${call})`;
  const number = words === 1 ? `vec2u(${word}, 0u)` : call;
  return [
    written('number of a key', `fn numberOfKey(i: u32) -> vec2u {\n  return ${number};\n}`),
    ...customModules(mapping, `fn orderKey(key: ${type}) -> ${returns}`),
  ];
}
