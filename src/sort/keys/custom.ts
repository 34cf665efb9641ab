/** Custom orders. Only a sort that is given one loads this code. */
import { type Comparison, comparisonOf } from './compare.ts';
import { INDEX_ORDER, type KeyOrder, type SortOrder } from './keys.ts';
import { mappingOf } from './order_by.ts';

/** The options that order the keys of a sort. */
interface CustomOrder {
  readonly keyType: unknown;
  readonly order: SortOrder;
  readonly compare?: unknown;
  readonly orderBy?: unknown;
  readonly bits: { readonly beginBit?: unknown; readonly endBit?: unknown; readonly signedZero?: unknown };
}

/** Checks `compare` or `orderBy`, one of which is given, and returns the order. */
export function customOrder({ keyType, order, compare, orderBy, bits }: CustomOrder) {
  const mapping = mappingOf(keyType, orderBy, order, { compare, ...bits });
  if (mapping) return mapping;
  const comparison = comparisonOf(keyType, compare, order === 'descending', bits);
  return { ...INDEX_ORDER, compare: comparison } satisfies KeyOrder & { readonly compare: Comparison | undefined };
}
