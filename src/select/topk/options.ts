import type { HostArray } from '../../api/arrays.ts';
import type { CallOptions } from '../../api/options.ts';
import { requireCount } from '../../checks.ts';
import { nameOf, refused } from '../../errors.ts';
import type { SortOrder } from '../../sort/keys/keys.ts';
import type { OrderBy } from '../../sort/keys/order_by.ts';

/** Options of `segmentedTopK`. */
export interface TopKOptions<V extends HostArray = HostArray> extends CallOptions {
  /** Default `'descending'`: the greatest. */
  order?: SortOrder;
  /** `'equal'`: -0 and +0 tie. Default `'distinct'`: -0 is less than +0. */
  signedZero?: 'distinct' | 'equal';
  /** A custom order in WGSL: keys are ordered by the number that a function returns for each. */
  orderBy?: OrderBy;
  /** Values, one per key, of 1, 2, 4, 8, 12 or 16 bytes. Those of the found items are in the result's `values`. */
  values?: V;
  /** Where the indices count from: the start of the whole array (default) or the start of each segment. */
  indexFrom?: 'array' | 'segment';
}

/** The first k items of every segment. */
export interface TopK<K, V = never> {
  /** The keys, in the form of the given keys. */
  keys: K;
  indices: Uint32Array<ArrayBuffer>;
  /** The items of segment i are `offsets[i]` to `offsets[i + 1]` of the other arrays. */
  offsets: Uint32Array<ArrayBuffer>;
  /** The values, in the form of the given values. Undefined if none were given. */
  values: [V] extends [never] ? undefined : V;
}

/** Checks k, a whole number or a list of one per segment, and returns the k of each segment. */
export function checkedK(k: unknown, count: number): (i: number) => number {
  const max = Number.MAX_SAFE_INTEGER;
  if (!Array.isArray(k) && !ArrayBuffer.isView(k)) {
    if (typeof k === 'object' && k !== null) {
      throw refused('invalid-option', 'k', nameOf(k), 'a whole number, or a list of one per segment');
    }
    const all = requireCount('k', k, max, 'invalid-option');
    return () => all;
  }
  const each = k as ArrayLike<number>;
  if (each.length !== count) {
    throw refused('length-mismatch', 'k', `${each.length ?? 0} numbers`, `${count}, one per segment`);
  }
  for (let i = 0; i < count; i++) {
    // The name of an entry is made only where the entry is wrong.
    if (Number.isSafeInteger(each[i]) && (each[i] as number) >= 0) continue;
    requireCount(`k[${i}]`, each[i], max, 'invalid-option');
  }
  return (i) => each[i] as number;
}
