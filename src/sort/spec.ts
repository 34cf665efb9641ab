/** What a caller asks of a sort, checked. */
import { requireBounds } from '../api/options.ts';
import { requireBitRange, requireOneOf } from '../checks.ts';
import { refused } from '../errors.ts';
import { isItemTypeName, NAMED_TYPES, NUMBER_TYPES, typeBytes, type VectorType } from '../item_types.ts';
import type { Tuning } from '../tuning/tuning.ts';
import { type SortSpec, VALUE_BYTES, type ValueBytes } from './context.ts';
import type { Compare } from './keys/compare.ts';
import type { CompareKeyType } from './keys/custom_keys.ts';
import { type KeyOrder, keyWidth, type SortKeyType, type SortOrder } from './keys/keys.ts';
import type { OrderBy } from './keys/order_by.ts';

/** A number type, or opaque values of so many bytes. */
export type ValueType = SortKeyType | VectorType | { bytes: ValueBytes };

/** What a segmented sort is made for. */
export interface SegmentedSortDescriptor {
  /** One of `SortKeyType`; with `compare` or `orderBy` one of `CompareKeyType`, as `{ bytes: 16 }` for structs. */
  keyType: SortKeyType | CompareKeyType;
  /** Left out: keys without values. Values are moved as bits: only their size matters. */
  valueType?: ValueType;
  /** Default `'ascending'`. */
  order?: SortOrder;
  /**
   * Sort by bits beginBit … endBit − 1 of the plain radix map (half-open; default all bits): fewer bits, fewer
   * passes.
   */
  beginBit?: number;
  /** One past the last bit. Default: the key's width. */
  endBit?: number;
  /** `'equal'`: -0 and +0 tie, in input order, signs kept. Default `'distinct'`: -0 comes first. */
  signedZero?: 'distinct' | 'equal';
  /** An order of your own, in WGSL: which of two keys goes first. */
  compare?: Compare;
  /** An order of your own, in WGSL: the number that a key goes by. */
  orderBy?: OrderBy;
  /** Ties keep input order. Every sort made here is stable; the option is kept for what may come. */
  stable?: boolean;
  /** Most items of one call. */
  maxItems: number;
  /** Most segments of one call. */
  maxSegments: number;
  /**
   * No segment is longer: passes that longer ones need are left out. Longer ones may be left out: their output is
   * not written.
   */
  maxSegmentSize?: number;
  /** `false`: no scratch buffer of the plan's own; every `encode` brings `temporary`. Default `true`. */
  ownTemporary?: boolean;
  /**
   * Every pass is timed on its own: see `profile()`. Needs the feature `timestamp-query`; costs time between
   * passes.
   */
  profile?: boolean;
  /** Kernels for sorting in place are compiled here too, rather than by the first `encode` that does. */
  inPlace?: boolean;
  /** Parameters of the kernels: see docs/tuning.md. Default: by the device. */
  tuning?: Tuning;
}

/** Bytes of a value type; the values' bits are moved, whatever they mean. */
function valueBytesOf(valueType: ValueType | undefined): SortSpec['valueBytes'] {
  if (valueType === undefined) return 0;
  if (typeof valueType === 'object' && valueType !== null) {
    requireOneOf('valueType.bytes', valueType.bytes, VALUE_BYTES, 'unsupported-type');
    return valueType.bytes;
  }
  if (!isItemTypeName(valueType)) {
    throw refused('unsupported-type', 'valueType', valueType, `${NAMED_TYPES}, { bytes }`);
  }
  return typeBytes(valueType) as ValueBytes;
}

/** What orders the keys of a sort by their bits, checked. */
function keyOrder(
  descriptor: Pick<SegmentedSortDescriptor, 'keyType' | 'order' | 'beginBit' | 'endBit' | 'signedZero'>,
  name: string,
): KeyOrder {
  const { order = 'ascending', signedZero = 'distinct' } = descriptor;
  const { keyType: given } = descriptor;
  requireOneOf(name, typeof given === 'object' ? 'opaque bytes' : given, NUMBER_TYPES, 'unsupported-type');
  const keyType = given as SortKeyType;
  requireOneOf('signedZero', signedZero, ['distinct', 'equal'], 'invalid-option');
  const { beginBit, endBit } = descriptor;
  const bits = requireBitRange(keyWidth(keyType), beginBit, endBit, ['beginBit', 'endBit']);
  return { keyType, order, ...bits, zerosTie: signedZero === 'equal' };
}

/** The order of keys, or a caller's own order, checked. `name`: what messages call the type of the keys. */
export async function sortOrder(
  descriptor: Pick<
    SegmentedSortDescriptor,
    'keyType' | 'order' | 'beginBit' | 'endBit' | 'signedZero' | 'compare' | 'orderBy'
  >,
  name = 'keyType',
): Promise<KeyOrder & Pick<SortSpec, 'compare' | 'orderBy'>> {
  const { keyType, order = 'ascending', beginBit, endBit, signedZero } = descriptor;
  requireOneOf('order', order, ['ascending', 'descending'], 'invalid-option');
  if (descriptor.compare === undefined && descriptor.orderBy === undefined) return keyOrder(descriptor, name);
  // As they are now: what they hold may change before the code for them is loaded.
  const [compare, orderBy] = [descriptor.compare, descriptor.orderBy].map(copied);
  const { customOrder } = await import('./keys/custom.ts');
  return customOrder({ keyType, order, compare, orderBy, bits: { beginBit, endBit, signedZero } });
}

/** An object's own copy; anything else as it is. */
function copied(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? { ...value } : value;
}

export async function sortSpec(descriptor: SegmentedSortDescriptor): Promise<SortSpec> {
  const order = await sortOrder(descriptor);
  return { ...order, valueBytes: valueBytesOf(descriptor.valueType), ...requireBounds(descriptor) };
}
