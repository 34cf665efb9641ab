import { requireCount, requireOneOf } from '../../checks.ts';
import { refused } from '../../errors.ts';
import { type WgslModule, written } from '../../plan/module.ts';
import { type CustomKeys, customKeys, customModules, requireNoBits } from './custom_keys.ts';
import type { KeyOrder, SortOrder } from './keys.ts';

/**
 * An order by a number that each key is told: its function runs once a key, and the numbers are radix sorted as u32 or
 * u64 keys are, every sort stable. Faster than `compare`, which calls its function at every comparison. Keys are seen
 * as there.
 *
 * Of `vec2<u32>` the second component is the high word: low word first, as in all 64-bit numbers here.
 *
 * @example
 * // Integers by their last decimal digit, those with the same digit in input order.
 * const orderBy = { wgsl: 'return key % 10u;', bits: 4 };
 * await segmentedSort(device, new Uint32Array([25, 31, 11, 40]), [0, 4], { orderBy });   // 40 31 11 25
 */
export interface OrderBy {
  /** The body of `fn orderKey(key: T) -> u32`, or `-> vec2<u32>`, T the WGSL type that the keys are seen as. */
  wgsl: string;
  /** Functions, constants and structs that it uses. */
  declarations?: string;
  /** For keys of `{ bytes }`: the struct in `declarations` that they are, as for `compare`. */
  type?: string;
  /** What the function returns. Default `'u32'`. */
  returns?: 'u32' | 'vec2<u32>';
  /** Only so many of the number's lowest bits count: fewer bits, fewer passes. Default: all 32 or 64. */
  bits?: number;
}

/** A checked `orderBy`. */
export interface Mapping extends CustomKeys {
  /** Words of the number. */
  readonly words: 1 | 2;
  /** What the kernel takes that gives each key its number. */
  readonly modules: readonly WgslModule[];
}

/** Checks `orderBy`, and gives it with the order of the numbers; undefined where it is left out. */
export function mappingOf(
  keyType: unknown,
  orderBy: unknown,
  order: SortOrder,
  bits: { compare?: unknown; beginBit?: unknown; endBit?: unknown; signedZero?: unknown },
): (KeyOrder & { orderBy: Mapping }) | undefined {
  if (orderBy === undefined) return undefined;
  const { compare, ...others } = bits;
  if (compare !== undefined) {
    throw refused('invalid-option', 'compare', 'given beside orderBy', 'one or the other');
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

/** What the kernel takes that tells each key its number. */
function mappingModules(mapping: Omit<Mapping, 'modules'>): WgslModule[] {
  const { type, words } = mapping;
  const number = words === 1 ? 'vec2u(orderKey(customKey(i)), 0u)' : 'orderKey(customKey(i))';
  return [
    written('number of a key', `fn numberOfKey(i: u32) -> vec2u {\n  return ${number};\n}`),
    ...customModules(mapping, `fn orderKey(key: ${type}) -> ${words === 1 ? 'u32' : 'vec2<u32>'}`),
  ];
}
