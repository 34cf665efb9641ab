import { SegmentedError } from '../errors.ts';
import type { ItemType } from '../item_types.ts';
import { checkedInitial, type InitialValue } from '../operators/initial.ts';
import { type CheckedOp, type ReduceOp, type ReduceType, resultType } from '../operators/operators.ts';
import { reduceRequest, type SegmentedReduceDescriptor } from '../reduce/descriptor.ts';
import { typeLimits } from './numbers.ts';
import type { Operand } from './operand.ts';

/** The description of a reduce, without its bounds. */
export type ReduceWish = Pick<SegmentedReduceDescriptor, 'type' | 'op' | 'initial' | 'whenEmpty'>;

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
export function reduceWish(
  input: Operand,
  op: ReduceOp,
  initial: InitialValue | undefined,
  names: ReduceNames,
): { wish: ReduceWish; resultType: ItemType } {
  const wish = { type: input.type as ReduceType, op, ...(initial === undefined ? {} : { initial }) };
  if (Array.isArray(op) || op === 'argmin' || op === 'argmax') {
    throw new SegmentedError(
      'unsupported-type',
      `${names.op}: ${Array.isArray(op) ? 'a list' : op}; ` +
        'allowed: one operator with one result; ArgMin and ArgMax are separate calls',
    );
  }
  try {
    const { type, ops, empty } = reduceRequest(input.name, wish);
    if (empty) checkedInitial(empty, type, ops, false);
    const [checked] = ops as [CheckedOp];
    return { wish, resultType: resultType(type, checked) };
  } catch (error) {
    throw renamed(error, names);
  }
}

/**
 * Checks ArgMin or ArgMax. An empty segment gives key 1, and the type's largest or lowest value. Errors name the input,
 * since the call has no operator argument.
 */
export function argWish(input: Operand, op: 'argmin' | 'argmax'): ReduceWish {
  try {
    reduceRequest(input.name, { type: input.type, op });
  } catch (error) {
    throw renamed(error, { op: input.name, initial: '' });
  }
  const { max, lowest } = typeLimits(input.type);
  const whenEmpty = { value: op === 'argmin' ? max : lowest, index: 1 };
  return { type: input.type as ReduceType, op, whenEmpty };
}
