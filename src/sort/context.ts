import accessKeysApart from '../../wgsl/sort/access/keys_apart.wgsl';
import accessKeysInPlace from '../../wgsl/sort/access/keys_in_place.wgsl';
import accessValuesApart from '../../wgsl/sort/access/values_apart.wgsl';
import accessValuesInPlace from '../../wgsl/sort/access/values_in_place.wgsl';
import type { BinGrid } from '../partition/plan.ts';
import type { Kernel, WgslModule } from '../plan/module.ts';
import type { ClassDescription, Grid } from '../plan/plan.ts';
import type { FamilyTuning } from '../tuning/tuning.ts';
import type { Comparison } from './keys/compare.ts';
import type { CustomKeys } from './keys/custom_keys.ts';
import type { KeyOrder, KeyTraits } from './keys/keys.ts';
import type { Mapping } from './keys/order_by.ts';

/** Bytes that a value may have. */
export const VALUE_BYTES = [1, 2, 4, 8, 12, 16] as const;
export type ValueBytes = (typeof VALUE_BYTES)[number];

/** What a segmented sort is, all that its kernels depend on but the buffers. */
export interface SortSpec extends KeyOrder {
  /** Bytes of the values that travel with the keys; 0 without. */
  readonly valueBytes: ValueBytes | 0;
  /** An order of the caller's own: the rest of the KeyOrder is that of indices then … */
  readonly compare?: Comparison | undefined;
  /** … or of the numbers that the caller's function tells of the keys. */
  readonly orderBy?: Mapping | undefined;
  readonly maxItems: number;
  readonly maxSegments: number;
  /** No segment is longer; Infinity where unknown. */
  readonly maxSegmentSize: number;
}

/** How kernels see the keys under an order of the caller's own. */
export function customKeysOf({ compare, orderBy }: Pick<SortSpec, 'compare' | 'orderBy'>): CustomKeys | undefined {
  return compare ?? orderBy;
}

/** How a call's buffers lie: kernels differ by it, so each kind of call has a plan of its own. */
export interface SortAccess {
  /** The same buffer range at input and output: kernels then read through the output's binding. */
  readonly keysInPlace: boolean;
  readonly valuesInPlace: boolean;
  /** How listed segments lie in memory. */
  readonly form: 'offsets' | 'ranges';
  readonly countOnGpu: boolean;
}

/** What all sort kernels of one plan are made from. `keysInPlace`, `valuesInPlace`: as the kernels see it. */
export interface SortContext extends SortSpec, SortAccess {
  readonly key: KeyTraits;
  /** A word travels with each key: the value itself, or its index; with `orderBy` the key's. */
  readonly pairs: boolean;
  readonly table: FamilyTuning;
  /** Subgroup shuffles may be used; else lanes exchange through workgroup memory. */
  readonly subgroups: boolean;
  /** A subgroup has at least so many lanes. */
  readonly lanes: number;
}

/** Bits of a digit, and how many digits there are. */
export function digitsOf({ table }: Pick<SortContext, 'table'>): { bits: number; count: number } {
  const bits = table.sort.digitBits;
  return { bits, count: 2 ** bits };
}

/** What kernels know of digits. */
export function digitConstants(context: SortContext): NonNullable<Kernel['constants']> {
  const { bits, count } = digitsOf(context);
  return { DIGIT_BITS: bits, DIGITS: count, EARLY_OUT: context.table.sort.earlyOut };
}

/** One bin of the sort's partition and the kernel that sorts it: so many lanes a segment, so many items a lane. */
export interface SortBin extends ClassDescription {
  /** By a network; as runs that are merged; by a kernel of the medium class up to a limit of the table; in tiles. */
  readonly method: 'network' | 'runMerge' | 'oneBlock' | 'tiles';
  readonly lanes: number;
  readonly items: number;
}

/** A bin whose shortest length follows from the bin before it. */
export type BinKind = Omit<SortBin, 'minLength'>;

/** Numbers the grids of the sort's kernels. */
export type GridOf = (grid: BinGrid) => Grid;

/** Bytes of a key, and of the word that travels with it, as the sort's kernels move them. */
export function movedBytes({ key, pairs }: Pick<SortContext, 'key' | 'pairs'>): { key: number; item: number } {
  const bytes = 4 * key.words;
  return { key: bytes, item: bytes + (pairs ? 4 : 0) };
}

/** Bytes of a bin's list, for each segment. */
export const SPAN_BYTES = 8;

/** How kernels read the call's own input, which may be the output. */
export function accessModules(context: SortContext): WgslModule[] {
  const keys = [context.keysInPlace ? accessKeysInPlace : accessKeysApart];
  if (!context.pairs) return keys;
  return [...keys, context.valuesInPlace ? accessValuesInPlace : accessValuesApart];
}

/** Places of those that are sorted in one way: neighbours. */
export function binsOf(bins: readonly SortBin[], method: SortBin['method']): number[] {
  return bins.flatMap((bin, i) => (bin.method === method ? [i] : []));
}

/** Medium bins past `longest`, up to the limits of the table. */
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
