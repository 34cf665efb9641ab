import { requireBitRange, requireOneOf, SegmentedError } from '../checks.ts';
import { type ItemType, NUMBER_TYPES, typeBytes } from '../item_types.ts';
import { checkedRare, type InitialValue } from '../operators/initial.ts';
import { type CheckedOp, type ReduceOp, type ReduceType, resultType } from '../operators/operators.ts';
import { reduceRequest, type SegmentedReduceDescriptor } from '../reduce/descriptor.ts';
import { type ScanOp, type SegmentedScanDescriptor, scanRequest } from '../segmented_scan/descriptor.ts';
import type { SegmentedSortDescriptor, ValueType } from '../sort/descriptor.ts';
import type { SortKeyType } from '../sort/kernels.ts';
import { typeLimits } from './numbers.ts';
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
export function sortDescriptor(request: SortRequest): Omit<SegmentedSortDescriptor, 'ownTemporary' | 'tuning'> {
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

/** The description of a reduce, without its bounds. */
export type UnboundedReduce = Pick<SegmentedReduceDescriptor, 'type' | 'op' | 'initial' | 'whenEmpty'>;

/** Names in messages for the arguments that the core calls `op` and `initial`. */
export interface ReduceNames {
  readonly op: string;
  readonly initial: string;
}

/** The core's error, with the argument names of the port. */
export function renamed(error: unknown, names: ReduceNames): unknown {
  if (!(error instanceof SegmentedError)) return error;
  const message = error.message.replace(/^(op|initial)\b/, (name) => names[name as keyof ReduceNames]);
  return new SegmentedError(error.code, message, { cause: error });
}

/** Checks an operator and its initial value for the input's type. Also returns the type of the result. */
export function reduceDescriptor(
  input: Operand,
  op: ReduceOp,
  initial: InitialValue | undefined,
  names: ReduceNames,
): { descriptor: UnboundedReduce; resultType: ItemType } {
  const descriptor = { type: input.type as ReduceType, op, ...(initial === undefined ? {} : { initial }) };
  if (Array.isArray(op) || op === 'argmin' || op === 'argmax') {
    throw new SegmentedError(
      'unsupported-type',
      `${names.op}: ${Array.isArray(op) ? 'a list' : op}; ` +
        'allowed: one operator with one result; ArgMin and ArgMax are separate calls',
    );
  }
  try {
    const { type, ops, rare } = reduceRequest(input.name, descriptor);
    if (rare) checkedRare(rare, type, ops, false);
    const [checked] = ops as [CheckedOp];
    return { descriptor, resultType: resultType(type, checked) };
  } catch (error) {
    throw renamed(error, names);
  }
}

/**
 * Checks ArgMin or ArgMax. An empty segment gives key 1, and the type's largest or lowest value. Errors name the input,
 * since the call has no operator argument.
 */
export function argDescriptor(input: Operand, op: 'argmin' | 'argmax'): UnboundedReduce {
  try {
    reduceRequest(input.name, { type: input.type, op });
  } catch (error) {
    throw renamed(error, { op: input.name, initial: '' });
  }
  const { max, lowest } = typeLimits(input.type);
  const whenEmpty = { value: op === 'argmin' ? max : lowest, index: 1 };
  return { type: input.type as ReduceType, op, whenEmpty };
}

/** The description of a scan, without its bounds. */
export type UnboundedScan = Pick<SegmentedScanDescriptor, 'type' | 'op' | 'exclusive' | 'initial'>;

/** Checks an operator and its initial value for the input's type. Also returns the type of the results. */
export function scanDescriptor(
  input: Operand,
  op: ScanOp,
  exclusive: boolean,
  initial: InitialValue | undefined,
  names: ReduceNames,
): { descriptor: UnboundedScan; resultType: ItemType } {
  const descriptor = { type: input.type as ReduceType, op, exclusive, ...(initial === undefined ? {} : { initial }) };
  try {
    const { type, ops, rare } = scanRequest(input.name, descriptor).reduce;
    if (rare) checkedRare(rare, type, ops, false);
    const [checked] = ops as [CheckedOp];
    return { descriptor, resultType: resultType(type, checked) };
  } catch (error) {
    throw renamed(error, names);
  }
}
