/** Ids of rows as callers give them: one column, or a list of columns. */
import { type HostArray, type HostItems, hostItems } from '../api/arrays.ts';

/** One id a row: an array, or a list of arrays of one length. */
export type GroupIds = HostArray | readonly HostArray[];

/** Ids in the form of those given: an array, or a list of arrays. */
export type KeysOf<K> = K extends readonly HostArray[] ? { -readonly [I in keyof K]: K[I] } : K;

/** What has been read from one column, or from several. */
export type Columns<T> = T | readonly [T, ...T[]];

/** Reads the ids of a call. `grouping` checks their types, `requireColumns` those of a list. */
export const hostIds = (ids: unknown): Columns<HostItems> =>
  Array.isArray(ids)
    ? (ids.map((each, i) => hostItems(`ids[${i}]`, each)) as unknown as readonly [HostItems])
    : hostItems('ids', ids);
