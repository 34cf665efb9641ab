/** Ids of rows as callers give them: one column, or a list of columns. */
import { type HostArray, type HostItems, hostItems } from '../api/arrays.ts';
import { refused, unsupported } from '../checks.ts';

/** One id a row: an array, or a list of arrays of one length. */
export type GroupIds = HostArray | readonly HostArray[];

/** Ids in the form of those given: an array, or a list of arrays. */
export type KeysOf<K> = K extends readonly HostArray[] ? { -readonly [I in keyof K]: K[I] } : K;

/** What has been read from one column, or from several. */
export type Columns<T> = T | readonly [T, ...T[]];

export const isList = <T>(columns: Columns<T>): columns is readonly [T, ...T[]] => Array.isArray(columns);

/** Reads the ids of a call. */
export function hostIds(ids: unknown): Columns<HostItems> {
  if (!Array.isArray(ids)) return hostItems('ids', ids);
  if (ids.length === 0) throw unsupported('ids', 'an empty list', 'a typed array, or a list of at least one');
  const columns = ids.map((each, i) => hostItems(`ids[${i}]`, each));
  columns.forEach(({ length }, i) => {
    const wanted = (columns[0] as HostItems).length;
    if (length !== wanted) throw refused('length-mismatch', `ids[${i}]`, `${length} ids`, `${wanted}, as ids[0] has`);
  });
  return columns as [HostItems, ...HostItems[]];
}

/** The number of rows. */
export const rowsOf = (ids: Columns<HostItems>) => (isList(ids) ? ids[0] : ids).length;
