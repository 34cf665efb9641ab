import type { ItemType } from '../item_types.ts';
import { checkedInitial, type InitialValue } from '../operators/initial.ts';
import { type CheckedOp, type ReduceType, resultType } from '../operators/operators.ts';
import { type ScanOp, type SegmentedScanDescriptor, scanRequest } from '../segmented_scan/descriptor.ts';
import type { Operand } from './operand.ts';
import { type ReduceNames, renamed } from './reduce_request.ts';

/** The description of a scan, without its bounds. */
export type ScanWish = Pick<SegmentedScanDescriptor, 'type' | 'op' | 'exclusive' | 'initial'>;

/** Checks an operator and its initial value for the input's type. Also returns the type of the results. */
export function scanWish(
  input: Operand,
  op: ScanOp,
  exclusive: boolean,
  initial: InitialValue | undefined,
  names: ReduceNames,
): { wish: ScanWish; resultType: ItemType } {
  const wish = { type: input.type as ReduceType, op, exclusive, ...(initial === undefined ? {} : { initial }) };
  try {
    const { type, ops, empty } = scanRequest(input.name, wish).reduce;
    if (empty) checkedInitial(empty, type, ops, false);
    const [checked] = ops as [CheckedOp];
    return { wish, resultType: resultType(type, checked) };
  } catch (error) {
    throw renamed(error, names);
  }
}
