import { requireBitRange, requireOneOf } from '../checks.ts';
import { type ItemType, NUMBER_TYPES, typeBytes } from '../item_types.ts';
import type { SegmentedSortDescriptor, ValueType } from '../sort/descriptor.ts';
import type { SortKeyType } from '../sort/keys.ts';
import { isSameMemory, type Operand, requireRoom, requireSameType } from './operand.ts';

/** The input and the output of a sort. */
export type InAndOut = readonly [Operand, Operand];

/** A sort as CUB and SYCLomatic define it. */
export interface SortRequest {
  readonly keys: InAndOut;
  readonly values: InAndOut | undefined;
  readonly itemCount: number;
  readonly segmentCount: number;
  readonly descending: boolean;
  readonly begin_bit: unknown;
  readonly end_bit: unknown;
}

function requireInAndOut([input, output]: InAndOut, itemCount: number): ItemType {
  requireSameType(output, input.type, `as ${input.name} is`);
  for (const each of [input, output]) requireRoom(each, itemCount);
  return input.type;
}

/** Checks a sort and returns its plan's descriptor. Signed zeros are equal and keep their order. */
export function sortWish(request: SortRequest): Omit<SegmentedSortDescriptor, 'ownTemporary' | 'tuning'> {
  const { keys, values, itemCount, segmentCount, descending } = request;
  const keyType = requireInAndOut(keys, itemCount);
  requireOneOf(keys[0].name, keyType, NUMBER_TYPES, 'unsupported-type');
  const valueType = values && requireInAndOut(values, itemCount);
  const inPlace = isSameMemory(...keys) || (values !== undefined && isSameMemory(...values));
  return {
    keyType: keyType as SortKeyType,
    ...(valueType === undefined ? {} : { valueType: valueType as ValueType }),
    order: descending ? 'descending' : 'ascending',
    ...requireBitRange(8 * typeBytes(keyType), request.begin_bit, request.end_bit, ['begin_bit', 'end_bit']),
    signedZero: 'equal',
    ...(inPlace ? { inPlace } : {}),
    maxItems: itemCount,
    maxSegments: segmentCount,
  };
}
