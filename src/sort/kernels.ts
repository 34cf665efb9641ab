import access from '../../wgsl/sort/access.wgsl';
import twoWordsMap from '../../wgsl/sort/keys/two_words.wgsl';
import oneWordMap from '../../wgsl/sort/keys/word.wgsl';
import itemFile from '../../wgsl/sort/small/item.wgsl';
import type { NumberType, ValueBytes } from '../item_types.ts';
import type { BinGrid } from '../partition/plan.ts';
import { type Kernel, section, type WgslModule } from '../plan/link.ts';
import { type ClassDescription, composed, type Grid, type KernelFragment, type Resources } from '../plan/plan.ts';
import type { FamilyTuning } from '../tuning/tuning.ts';

/** Types of keys that sorts know without a comparator. */
export type SortKeyType = NumberType;
/** Which key comes first: the lowest, or the greatest. */
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
  /** Whether NaNs have the lowest sort keys in ascending order, the highest in descending. Only for whole keys. */
  readonly nansLow?: boolean;
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
export const ORIGINS: Readonly<Record<number, bigint>> = { 16: 0x3ffn, 32: 0x7fffffn, 64: 0xfffffffffffffn };

/** The image that gets sort key 0: that of -inf, or with `nansLow` that of the first NaN, which follows +inf. */
export function originOf({ keyType, nansLow }: KeyOrder): bigint {
  const width = keyWidth(keyType);
  const infinity = ORIGINS[width] as bigint;
  return nansLow ? (1n << BigInt(width)) - infinity : infinity;
}

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
    kind === 'f' && bits === width ? originOf(order) : 0n,
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
 * The part of a kernel that compares keys. It comes last, so that the compiler reports an unclosed brace in the user's
 * text there.
 */
export function keyFragment({ key, keyModules, compare, table }: SortedBy): KernelFragment {
  return {
    aliases: { Key: keyType({ key }), ...(compare ? { InputWord: compare.inputWord } : {}) },
    constants: {
      SUBGROUP_SIZE: table.subgroupSize ?? 0,
      ...(compare ? { DESCENDING: compare.descending } : { PLAIN_KEYS: key.plain, LOSSLESS_KEYS: key.lossless }),
    },
    modules: compare ? compare.modules : [keyModules.keyMap],
  };
}

/** A kernel that compares keys. */
export function keyedKernel(context: SortedBy, { name, entry, ...part }: Kernel): Kernel {
  return composed(name, entry, [part, keyFragment(context)]).kernel;
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
        item: section(itemFile, 'words', 'word'),
        itemWithValue: section(itemFile, 'words', 'wordAndValue'),
      }
    : {
        keyMap: twoWordsMap,
        item: section(itemFile, 'words', 'twoWords'),
        itemWithValue: section(itemFile, 'words', 'twoWordsAndValue'),
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

/** A checked sort: all that its kernels depend on, except for the buffers. */
export interface SortSpec extends KeyOrder {
  /** Bytes of a value; 0 for keys without values. */
  readonly valueBytes: ValueBytes | 0;
  /** The values are the keys' indices, counted from here. Undefined: the caller gives the values. */
  readonly indexFrom?: 'array' | 'segment' | undefined;
  /** A custom comparator. The KeyOrder is that of indices then. */
  readonly compare?: Comparison | undefined;
  /** A custom order by number. The KeyOrder is that of the numbers then. */
  readonly orderBy?: Mapping | undefined;
  readonly maxItems: number;
  readonly maxSegments: number;
  /** The largest number of items of one segment; Infinity if it is unknown. */
  readonly maxSegmentSize: number;
}

/** How kernels load the user's keys; undefined without a custom order. */
export function customKeysOf({ compare, orderBy }: Pick<SortSpec, 'compare' | 'orderBy'>): CustomKeys | undefined {
  return compare ?? orderBy;
}

/** How the buffers of a call lie. Kernels depend on it, so each kind of call has a separate plan. */
export interface SortAccess {
  /** Input and output are the same buffer range. Kernels then read through the output's binding. */
  readonly keysInPlace: boolean;
  readonly valuesInPlace: boolean;
  /** How the caller gives segments. */
  readonly form: 'offsets' | 'ranges';
  readonly countOnGpu: boolean;
}

/**
 * What all sort kernels of one plan are made from. `keysInPlace` and `valuesInPlace` are here about the buffers of the
 * kernels, which may be scratch memory.
 */
export interface SortContext extends SortSpec, SortAccess {
  readonly key: KeyTraits;
  readonly keyModules: KeyModules;
  /** Whether a word moves with each key: the value, the value's index, or the key's index, as with `orderBy`. */
  readonly pairs: boolean;
  /** Whether kernels compute a key, as its index, under a comparator. Otherwise they read it. */
  readonly computesKeys?: boolean;
  /** Kernels compute the values: indices, counted from here. Undefined: they read them. */
  readonly computedValues?: 'array' | 'segment' | undefined;
  readonly networkCode: NetworkForm['code'];
  readonly table: FamilyTuning;
  /** Whether kernels may use subgroup shuffles. Otherwise lanes exchange items through workgroup memory. */
  readonly subgroups: boolean;
  /** The smallest and the largest number of lanes of a subgroup. */
  readonly lanes: number;
  readonly maxLanes: number;
}

/** Bits of a digit, and the number of values that a digit has. */
export function digitsOf({ table }: Pick<SortContext, 'table'>): { bits: number; count: number } {
  const bits = table.sort.digitBits;
  return { bits, count: 2 ** bits };
}

/** The kernels' constants about digits. */
export function digitConstants(context: SortContext): NonNullable<Kernel['constants']> {
  const { bits, count } = digitsOf(context);
  return { DIGIT_BITS: bits, DIGITS: count, EARLY_OUT: context.table.sort.earlyOut };
}

/** A bin of the sort's partition, with the lanes per segment and the items per lane of the kernel that sorts it. */
export interface SortBin extends ClassDescription {
  /**
   * `blocks`: consecutive segments together, in no list. `network`: a network in registers. `across`: one of lanes of
   * several subgroups. `runMerge`: sorted runs, then merges. `oneBlock`: a medium kernel, up to a limit of the table.
   * `tiles`: the large class.
   */
  readonly method: 'blocks' | 'network' | 'across' | 'runMerge' | 'oneBlock' | 'tiles';
  readonly lanes: number;
  readonly items: number;
}

/** A bin without its shortest length, which follows from the previous bin. */
export type BinKind = Omit<SortBin, 'minLength'>;

/** Adds a grid of the sort's kernels to the plan and gives it a slot. */
export type GridOf = (grid: BinGrid) => Grid;

/**
 * Bytes of a key in the sort's kernels, and of an item: the key and the word that moves with it. `first`: bytes that
 * the first kernel reads of an item.
 */
export function movedBytes({ key, pairs, computedValues }: Pick<SortContext, 'key' | 'pairs' | 'computedValues'>) {
  const bytes = 4 * key.words;
  const item = bytes + (pairs ? 4 : 0);
  return { key: bytes, item, first: computedValues ? bytes : item };
}

/** Bytes of a segment's entry in a bin's list. */
export const SPAN_BYTES = 8;

/** The sections of files whose items are indices, by where they count from. */
export const INDEX = { array: 'index', segment: 'indexInSegment' } as const;

/** The module of a value that a kernel takes from the input, whole segment by segment. */
export function valueModule({ computedValues, valuesInPlace }: SortContext): WgslModule {
  if (computedValues) return section(access, 'inputValue', INDEX[computedValues]);
  return section(access, 'inputValue', valuesInPlace ? 'inPlace' : 'apart');
}

/** The module of a value that a pass of a radix sort moves: only the first pass computes it. */
export function movedValueModule({ computedValues }: SortContext, isFirst: boolean): WgslModule {
  return section(access, 'inputValue', isFirst && computedValues ? INDEX[computedValues] : 'moved');
}

/** The kernels of the first pass of a radix sort and of all others. They differ if the first computes the values. */
export function firstAndOthers<T>({ computedValues }: SortContext, make: (isFirst: boolean) => T): [T, T] {
  const others = make(false);
  return [computedValues ? make(true) : others, others];
}

/** The modules that read the input. In place the input is the output. */
export function accessModules(context: SortContext): WgslModule[] {
  const { computesKeys, keysInPlace } = context;
  const key = section(access, 'inputKey', computesKeys ? 'index' : keysInPlace ? 'inPlace' : 'apart');
  return context.pairs ? [key, valueModule(context)] : [key];
}

/** Indices of the bins with the given method. They are consecutive. */
export function binsOf(bins: readonly SortBin[], method: SortBin['method']): number[] {
  return bins.flatMap((bin, i) => (bin.method === method ? [i] : []));
}

/** Medium bins for segments longer than `longest`, one per limit of the table. */
export function limitedBins(
  { table }: Pick<SortContext, 'table'>,
  longest: number,
  of: Pick<BinKind, 'lanes' | 'methodText'>,
): BinKind[] {
  const { limits, workgroup } = table.sort.medium;
  return limits
    .filter((limit) => limit > longest)
    .map((limit) => ({
      name: 'medium',
      method: 'oneBlock',
      maxLength: limit,
      items: Math.ceil(limit / workgroup),
      ...of,
    }));
}

// How a sorting network of the small class is written as WGSL.

/** The shape of a network: `lanes` lanes that hold `items` items each. */
export interface SmallShape {
  readonly lanes: number;
  readonly items: number;
}

/** The code of a network that differ between kinds of adapters. */
export interface NetworkCode {
  /** Declarations outside the function. */
  readonly declared?: string;
  /** The slot of a lane's first item, from `lane`. */
  readonly first: string;
  readonly loads: readonly string[];
  /** The merges of the lanes' sorted registers. */
  readonly merges: readonly string[];
  readonly stores: readonly string[];
}

/** The form of a network's WGSL. */
export interface NetworkForm {
  /** Items that are loaded or stored at once, a power of two. If it is fewer than all, loads and stores are loops. */
  readonly itemsAtOnce?: number | undefined;
  /** Slots past a segment's end are not skipped by a branch: they store the segment's last item again. */
  readonly branchless?: boolean | undefined;
  /** Items are u32 in numeric order, so exchanges use `min` and `max`. */
  readonly minMax?: boolean;
  /** Networks of up to this number of items are striped (src/sort/gpu.ts). */
  readonly maxStriped?: number | undefined;
  /** A lane computes the slots of its stores anew, instead of keeping those of its loads. */
  readonly slotsTwice?: boolean | undefined;
  /** Default: each register is loaded and stored by a separate line. */
  readonly code?: ((shape: SmallShape, form: NetworkForm) => NetworkCode) | undefined;
}

/** A bin with its index. */
export interface IndexedBin {
  readonly bin: SortBin;
  readonly index: number;
}
