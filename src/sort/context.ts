import type { Bin } from '../partition/plan.ts';
import type { Kernel } from '../record/plan.ts';
import type { Piece } from '../template/assemble.ts';
import { pieces } from '../template/pieces.ts';
import type { Family, FamilyTuning } from '../tuning.ts';

export type SortKeyType = 'u32' | 'i32' | 'f32';
export type SortOrder = 'ascending' | 'descending';

/** What a segmented sort is, all that its kernels depend on but the buffers. */
export interface SortSpec {
  readonly keyType: SortKeyType;
  readonly order: SortOrder;
  /** Whether values travel with the keys. */
  readonly pairs: boolean;
  readonly maxItems: number;
  readonly maxSegments: number;
  /** No segment is longer; Infinity where unknown. */
  readonly maxSegmentSize: number;
}

/** Which buffers are the same at input and output: kernels then read through the output's binding. */
export interface SortAccess {
  readonly keysInPlace: boolean;
  readonly valuesInPlace: boolean;
}

/** What all sort kernels of one plan are made from. */
export interface SortContext extends SortSpec, SortAccess {
  readonly family: Family;
  readonly table: FamilyTuning;
  /** Subgroup shuffles may be used; else lanes exchange through workgroup memory. */
  readonly subgroups: boolean;
  /** A subgroup has at least so many lanes. */
  readonly lanes: number;
}

export const DIGIT_BITS = 8;
export const DIGITS = 256;
export const KEY_BITS = 32;

/** One bin of the sort's partition and the kernel that sorts it. */
export interface SortBin extends Bin {
  readonly lanes: number;
  readonly items: number;
}

/** Pieces by which kernels read the call's own input, which may be the output. */
export function accessPieces(context: SortContext): Piece[] {
  const keys = pieces(context.keysInPlace ? 'sort/access/keys_in_place' : 'sort/access/keys_apart');
  if (!context.pairs) return keys;
  return [...keys, ...pieces(context.valuesInPlace ? 'sort/access/values_in_place' : 'sort/access/values_apart')];
}

/** Bindings of a kernel that reads the call's input and writes its output. */
export function accessBindings(context: SortContext): Kernel['bindings'] {
  return [
    ...(context.keysInPlace ? [] : (['keysIn'] as const)),
    'keysOut',
    ...(!context.pairs || context.valuesInPlace ? [] : (['valuesIn'] as const)),
    ...(context.pairs ? (['valuesOut'] as const) : []),
  ];
}
