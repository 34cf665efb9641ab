/**
 * The names of an operation's options on arrays, beside those of all calls. Calls on a GPU and calls without one read
 * them here. `OptionNames` compares them with the type.
 */
import type { CallOptions } from './array_call.ts';

export type OptionNames<O> = readonly Exclude<keyof O, keyof CallOptions>[];

export const SORT_OPTIONS = ['order', 'beginBit', 'endBit', 'signedZero', 'nan', 'compare', 'orderBy'] as const;
export const TOP_K_OPTIONS = ['order', 'signedZero', 'nan', 'orderBy', 'values', 'indexFrom'] as const;
export const QUANTILE_OPTIONS = ['interpolation', 'nan', 'indices'] as const;
/** Those of a reduce by key, beside those of a grouping. */
export const BY_KEY_OPTIONS = ['initial', 'whenEmpty', 'accuracy', 'ddof', 'widen', 'nan'] as const;
export const REDUCE_OPTIONS = [...BY_KEY_OPTIONS, 'weights'] as const;
export const SCAN_OPTIONS = ['exclusive', 'reverse', 'initial', 'widen', 'nan'] as const;
export const GROUP_OPTIONS = ['groups', 'sorted', 'signedZero'] as const;
export const TRANSFORM_OPTIONS = ['lag', 'fill', 'ddof'] as const;
export const RANK_OPTIONS = ['ties', 'order', 'signedZero', 'nan'] as const;
export const UNIQUE_OPTIONS = ['signedZero'] as const;
export const MODE_OPTIONS = ['signedZero', 'nan'] as const;
export const HISTOGRAM_OPTIONS = ['bins', 'range', 'edges'] as const;
