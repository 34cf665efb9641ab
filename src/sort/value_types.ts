/** The types of values that sorts move, and their bytes. */
import { requireOneOf, requireTypeMembers } from '../checks.ts';
import { refused, shown } from '../errors.ts';
import {
  isItemTypeName,
  isStrided,
  longName,
  NAMED_TYPES,
  type StridedType,
  typeBytes,
  type VectorType,
} from '../item_types.ts';

import { type SortSpec, VALUE_BYTES, type ValueBytes } from './context.ts';
import type { SortKeyType } from './keys/keys.ts';

/** The type of a value: a number or vector type, or opaque values of the given size in bytes. */
export type ValueType = SortKeyType | VectorType | StridedType | { bytes: ValueBytes };

/** Bytes of a value type. `argument` names it in messages. */
export function valueBytesOf(valueType: ValueType | undefined, argument = 'valueType'): SortSpec['valueBytes'] {
  if (valueType === undefined) return 0;
  requireTypeMembers(argument, valueType);
  if (isStrided(valueType)) return valueType.stride;
  if (typeof valueType === 'object' && valueType !== null && 'bytes' in valueType) {
    requireOneOf(`${argument}.bytes`, valueType.bytes, VALUE_BYTES, 'unsupported-type');
    return valueType.bytes;
  }
  const name: unknown = longName(valueType);
  if (!isItemTypeName(name)) {
    throw refused('unsupported-type', argument, shown(valueType), `${NAMED_TYPES}, { bytes }`);
  }
  return typeBytes(name) as ValueBytes;
}
