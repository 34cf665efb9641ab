/** Types of operators' arguments and results. This file needs no kernels: webgpu-segmented/js checks by it. */
import { type ItemType, type NumberType, typeBytes, type VectorType } from '../item_types.ts';
import type { CheckedOp } from './operators.ts';

/** WGSL type of the elements that a custom operator receives. */
export function seenType(type: NumberType | VectorType): string {
  if (type.startsWith('vec')) return type;
  if (type.endsWith('64')) return 'vec2<u32>';
  return `${type[0]}32`;
}

/** The type of an operator's first result on elements of a type. */
export function resultType(type: ItemType, op: CheckedOp): ItemType {
  if (typeof op === 'object') return op.type;
  if (op === 'count') return 'u32';
  if (op === 'mean' || op === 'variance') return String(type).endsWith('64') ? 'f64' : 'f32';
  return type === 'f16' && (op === 'sum' || op === 'product') ? 'f32' : type;
}

/** Bytes of the results of all operators for one segment. */
export function resultBytes({ type, ops }: { readonly type: ItemType; readonly ops: readonly CheckedOp[] }): number {
  const bytesOf = (op: CheckedOp) => typeBytes(resultType(type, op)) + (op === 'argmin' || op === 'argmax' ? 4 : 0);
  return ops.reduce((sum, op) => sum + bytesOf(op), 0);
}
