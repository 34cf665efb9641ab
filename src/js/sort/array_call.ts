/** A sort of arrays, loaded by the first of them. */
import type { CheckedCall } from '../../api/array_call.ts';
import type { HostArray, HostItems } from '../../api/arrays.ts';
import { requireOneOf } from '../../checks.ts';
import { keyOrder } from '../../sort/descriptor.ts';
import type { KeyOrder } from '../../sort/kernels.ts';
import { itemsOf, requireRare, spansOf } from '../call.ts';
import type { customOrder } from './custom.ts';
import { sortByBits, sortByFunction } from './run.ts';

type Order = Parameters<typeof keyOrder>[0];

/** The arguments of a sort, copied. */
export interface GivenSort {
  readonly call: CheckedCall;
  readonly keys: HostItems;
  readonly values: HostItems | undefined;
  readonly order: unknown;
  readonly compare: unknown;
  readonly orderBy: unknown;
  readonly bits: Readonly<Record<'beginBit' | 'endBit' | 'signedZero' | 'nan', unknown>>;
  /** Where indices count from, if the call returns them. */
  readonly indexFrom: unknown;
  /** The code for `compare` and `orderBy`, loaded if one of them is given. */
  readonly customOrder: typeof customOrder | undefined;
}

/** The results, each made when it is requested. Values are gathered from the input, so keys come first. */
export interface SortedArrays {
  keys(): HostArray;
  values(): HostArray;
  indices(): Uint32Array<ArrayBuffer>;
}

/** Checks and sorts. The checks are in the order of those of the calls on a GPU. */
export async function sortHost(given: GivenSort): Promise<SortedArrays> {
  const { call, bits, compare, orderBy, indexFrom, customOrder } = given;
  const order = given.order as KeyOrder['order'];
  const keys = itemsOf(call, given.keys);
  const values = itemsOf(call, given.values);
  requireOneOf('order', order, ['ascending', 'descending'], 'invalid-option');
  const custom = customOrder?.({ keyType: keys.type, order, compare, orderBy, bits });
  const byBits = custom ? undefined : keyOrder({ keyType: keys.type, order, ...bits } as Order, 'keys');
  requireRare(call);
  const spans = spansOf(call.segments);
  const sort = { ...call, spans, keys, values, indices: indexFrom !== undefined };
  const sorted = await (custom ? sortByFunction(sort, custom) : sortByBits(sort, byBits as KeyOrder));
  return {
    keys: () => keys.like(sorted.keys()),
    values: () => (values as HostItems).like(sorted.values()),
    indices() {
      const indices = sorted.indices();
      const { begin, end, count } = spans;
      for (let i = 0; indexFrom === 'segment' && i < count; i++) {
        const from = begin[i]!;
        for (let k = from; k < end[i]!; k++) indices[k]! -= from;
      }
      return indices;
    },
  };
}
