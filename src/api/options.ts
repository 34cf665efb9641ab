/**
 * The names of an operation's options on arrays, beside those of all calls. Calls on a GPU and calls without one read
 * them here. `OptionNames` compares them with the type.
 */
import type { CallOptions } from './array_call.ts';

export type OptionNames<O> = readonly Exclude<keyof O, keyof CallOptions>[];

export const SORT_OPTIONS = ['order', 'beginBit', 'endBit', 'signedZero', 'compare', 'orderBy'] as const;
export const TOP_K_OPTIONS = ['order', 'signedZero', 'orderBy', 'values', 'indexFrom'] as const;
export const QUANTILE_OPTIONS = ['interpolation', 'nan'] as const;
export const REDUCE_OPTIONS = ['initial', 'whenEmpty', 'accuracy', 'weights'] as const;
export const SCAN_OPTIONS = ['exclusive', 'reverse', 'initial'] as const;
export const GROUP_OPTIONS = ['groups', 'sorted', 'signedZero'] as const;
