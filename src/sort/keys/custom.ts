/** Orders of the caller's own, loaded where a sort is given one. */
import { type Comparison, comparisonOf } from './compare.ts';
import { INDEX_ORDER, type KeyOrder, type SortOrder } from './keys.ts';
import { mappingOf } from './order_by.ts';

/** What a sort is given by which its keys are ordered. */
interface CustomOrder {
  readonly keyType: unknown;
  readonly order: SortOrder;
  readonly compare?: unknown;
  readonly orderBy?: unknown;
  readonly bits: { readonly beginBit?: unknown; readonly endBit?: unknown; readonly signedZero?: unknown };
}

/** The order that `compare` or `orderBy` makes, one of which is given, checked. */
export function customOrder({ keyType, order, compare, orderBy, bits }: CustomOrder) {
  const mapping = mappingOf(keyType, orderBy, order, { compare, ...bits });
  if (mapping) return mapping;
  const comparison = comparisonOf(keyType, compare, order === 'descending', bits);
  return { ...INDEX_ORDER, compare: comparison } satisfies KeyOrder & { readonly compare: Comparison | undefined };
}
