import type { NumberType } from '../../item_types.ts';
import type { Kernel, WgslModule } from '../../plan/module.ts';
import type { Resources } from '../../plan/plan.ts';
import { STATE } from '../../plan/state.ts';
import type { FamilyTuning } from '../../tuning/tuning.ts';
import type { Comparison } from './compare.ts';

export type SortKeyType = NumberType;
export type SortOrder = 'ascending' | 'descending';

/** The order of keys by their bits: all that the key map is made from. */
export interface KeyOrder {
  readonly keyType: SortKeyType;
  readonly order: SortOrder;
  /** The range of bits of the plain radix map: beginBit … endBit − 1. */
  readonly beginBit: number;
  readonly endBit: number;
  /** Whether -0 and +0 tie. */
  readonly zerosTie: boolean;
}

/** The properties of keys that the kernels depend on. */
export interface KeyTraits {
  /** Bytes of a key in the caller's arrays. */
  readonly bytes: number;
  /** Words of a key in the kernels. Narrow keys are widened to one word. */
  readonly words: 1 | 2;
  /** Bits of a sort key. */
  readonly bits: number;
  /** Whether the key's bits follow from the sort key. */
  readonly lossless: boolean;
  /** Whether the sort key is the key's bits with some of them flipped. */
  readonly plain: boolean;
}

/** Width of a key in bits. */
export function keyWidth(keyType: SortKeyType): number {
  return Number(keyType.slice(1));
}

/** The order of a sort by a custom comparator, whose kernels sort the keys' indices. */
export const INDEX_ORDER: KeyOrder = { keyType: 'u32', order: 'ascending', beginBit: 0, endBit: 32, zerosTie: false };

export function keyTraits(order: KeyOrder): KeyTraits {
  const width = keyWidth(order.keyType);
  const bits = order.endBit - order.beginBit;
  const lossless = bits === width && !zeroAlias(order);
  return { bytes: width / 8, words: width === 64 ? 2 : 1, bits, lossless, plain: lossless && order.keyType[0] !== 'f' };
}

function zeroAlias({ keyType, zerosTie }: KeyOrder): boolean {
  return zerosTie && keyType[0] === 'f';
}

/** The image of -inf under the usual radix map of floats, by width. It is subtracted, so that -inf has sort key 0. */
const ORIGINS: Readonly<Record<number, bigint>> = { 16: 0x3ffn, 32: 0x7fffffn, 64: 0xfffffffffffffn };

/**
 * The sort key of the first NaN, in ascending order and by all bits: low word, high word. It follows that of +inf.
 * Integers have no NaN: the greatest key of the type.
 */
export function nanKey(type: SortKeyType): readonly [low: number, high: number] {
  const width = keyWidth(type);
  const key = type[0] === 'f' ? (1n << BigInt(width)) - 2n * (ORIGINS[width] as bigint) : (1n << BigInt(width)) - 1n;
  return [Number(key & 0xffffffffn), Number(key >> 32n)];
}

/**
 * The numbers of the key map, in the order of the tables in wgsl/sort/keys/word.wgsl and two_words.wgsl. A number takes
 * one word, or two words for 64-bit keys.
 */
function keyMapWords(order: KeyOrder): number[] {
  const width = keyWidth(order.keyType);
  const { bits, plain } = keyTraits(order);
  const sign = 1n << BigInt(width - 1);
  const kind = order.keyType[0];
  const mask = (1n << BigInt(bits)) - 1n;
  const complement = order.order === 'descending' ? mask : 0n;
  const flips = kind === 'u' ? 0n : sign;
  const numbers = [
    flips,
    kind === 'f' ? (1n << BigInt(width)) - 1n : flips,
    kind === 'f' && bits === width ? (ORIGINS[width] ?? 0n) : 0n,
    plain ? flips ^ complement : complement,
    zeroAlias(order) ? sign : 0n,
    // A shift by the whole width is undefined. Where beginBit is the width, the mask is 0.
    BigInt(Math.min(order.beginBit, width - 1)),
    mask,
    BigInt(bits),
  ];
  const words = numbers.flatMap((value) => (width === 64 ? [value & 0xffffffffn, value >> 32n] : [value]));
  return Array.from({ length: 16 }, (_, i) => Number(words[i] ?? 0n));
}

/** What depends on the number of words of a key. */
export interface KeyModules {
  /** The key map: from a key to the sort key, and back. */
  readonly keyMap: WgslModule;
  /** A tagged item: a sort key and its index, without or with the value. */
  readonly item: WgslModule;
  readonly itemWithValue: WgslModule;
}

/** The kernels' keys, and their comparator if there is one. */
interface SortedBy {
  readonly key: KeyTraits;
  readonly keyModules: KeyModules;
  readonly compare?: Comparison | undefined;
  readonly table: FamilyTuning;
}

/** WGSL type of a key. */
export function keyType({ key }: Pick<SortedBy, 'key'>): string {
  return key.words === 1 ? 'u32' : 'vec2u';
}

/**
 * Adds to a kernel what it needs to compare keys. These modules are last, so that the compiler reports an unclosed
 * brace in the user's text there.
 */
export function keyedKernel({ key, keyModules, compare, table }: SortedBy, kernel: Kernel): Kernel {
  return {
    ...kernel,
    aliases: { Key: keyType({ key }), ...(compare ? { InputWord: compare.inputWord } : {}), ...kernel.aliases },
    constants: {
      ...STATE,
      SUBGROUP_SIZE: table.subgroupSize ?? 0,
      ...kernel.constants,
      ...(compare ? { DESCENDING: compare.descending } : { PLAIN_KEYS: key.plain, LOSSLESS_KEYS: key.lossless }),
    },
    modules: [...(kernel.modules ?? []), ...(compare ? compare.modules : [keyModules.keyMap])],
  };
}

/** The binding of the key map. */
export function keyResources(order: KeyOrder): Resources {
  return { keyMap: { kind: 'words', words: keyMapWords(order) } };
}
