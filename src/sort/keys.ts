import twoWordsMap from '../../wgsl/sort/keys/two_words.wgsl';
import oneWordMap from '../../wgsl/sort/keys/word.wgsl';
import words from '../../wgsl/sort/small/words.wgsl';
import type { NumberType } from '../item_types.ts';
import { type Kernel, section, type WgslModule } from '../plan/module.ts';
import type { Resources } from '../plan/plan.ts';
import { STATE } from '../plan/state.ts';
import type { FamilyTuning } from '../tuning/tuning.ts';

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

// The modules of keys of one word, and of two.

/** A function, since a page that only reduces has this file but no networks. */
export const keyModulesOf = (keyWords: 1 | 2): KeyModules =>
  keyWords === 1
    ? {
        keyMap: oneWordMap,
        item: section(words, 'words', 'word'),
        itemWithValue: section(words, 'words', 'wordAndValue'),
      }
    : {
        keyMap: twoWordsMap,
        item: section(words, 'words', 'twoWords'),
        itemWithValue: section(words, 'words', 'twoWordsAndValue'),
      };

/** A checked `compare`. */
export interface Comparison extends CustomKeys {
  readonly descending: boolean;
  /** The modules that a kernel needs in order to compare. */
  readonly modules: readonly WgslModule[];
}

/** A checked `orderBy`. */
export interface Mapping extends CustomKeys {
  /** Words of the number. */
  readonly words: 1 | 2;
  readonly returns: string;
  /** The modules of the kernel that computes the numbers. */
  readonly modules: readonly WgslModule[];
}

/** The checked WGSL texts of a custom order, and how the kernels load a key for them. */
export interface CustomKeys {
  /** The option's name in messages. */
  readonly option: 'compare' | 'orderBy';
  /** Bytes of a key in the caller's arrays. A vec3 takes three words, without padding. */
  readonly bytes: number;
  /** WGSL type of a key in the user's text. For a struct it is an alias that the library chooses. */
  readonly type: string;
  /** The struct's name in the user's declarations. */
  readonly struct?: string;
  /** WGSL type of an element of the binding `input`. */
  readonly inputWord: string;
  /** WGSL expression for key `i`. */
  readonly load: string;
  readonly wgsl: string;
  readonly declarations: string;
}
