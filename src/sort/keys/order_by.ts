import { requireCount, requireOneOf } from '../../checks.ts';
import { refused } from '../../errors.ts';
import { type WgslModule, written } from '../../plan/module.ts';
import { type CustomKeys, customKeys, customModules, requireNoBits } from './custom_keys.ts';
import type { KeyOrder, SortOrder } from './keys.ts';

/**
 * A custom order by number: WGSL that computes a number from a key. Keys are sorted by their numbers, and every sort is
 * stable. The function gets a key in the same form as the function of `compare`.
 *
 * A number of type `vec2<u32>` has its low word first, like all 64-bit numbers of this library.
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
  /** The body of `fn orderKey(key: T) -> u32`, or `-> vec2<u32>`. T is the WGSL type of the passed keys. */
  wgsl: string;
  /** WGSL functions, constants and structs that `wgsl` uses. */
  declarations?: string;
  /** The same as a function, for `webgpu-segmented/js`. It receives a key as `compare.js` does. */
  // biome-ignore lint/suspicious/noExplicitAny: the type of the parameter follows from the keys'
  js?: (key: any) => number | bigint | ArrayLike<number>;
  /** For keys of `{ bytes }`: the name of their struct in `declarations`, as for `compare`. */
  type?: string;
  /** The type of the number. Default `'u32'`. */
  returns?: 'u32' | 'vec2<u32>';
  /** How many of the number's lowest bits are sorted by. Fewer bits take fewer passes. Default: all 32 or 64. */
  bits?: number;
}

/** A checked `orderBy`. */
export interface Mapping extends CustomKeys {
  /** Words of the number. */
  readonly words: 1 | 2;
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
  requireOneOf('orderBy.returns', returns, ['u32', 'vec2<u32>'], 'invalid-option');
  const words = returns === 'u32' ? 1 : 2;
  const endBit =
    counted === undefined ? 32 * words : requireCount('orderBy.bits', counted, 32 * words, 'invalid-option');
  return {
    keyType: words === 1 ? 'u32' : 'u64',
    order,
    beginBit: 0,
    endBit,
    zerosTie: false,
    orderBy: { ...keys, words, modules: mappingModules({ ...keys, words }) },
  };
}

/** The modules of the kernel that computes the numbers. */
function mappingModules(mapping: Omit<Mapping, 'modules'>): WgslModule[] {
  const { type, words } = mapping;
  const number = words === 1 ? 'vec2u(orderKey(customKey(i)), 0u)' : 'orderKey(customKey(i))';
  return [
    written('number of a key', `fn numberOfKey(i: u32) -> vec2u {\n  return ${number};\n}`),
    ...customModules(mapping, `fn orderKey(key: ${type}) -> ${words === 1 ? 'u32' : 'vec2<u32>'}`),
  ];
}
