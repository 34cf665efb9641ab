/** The description of a reduce of rows, and its checks. */
import type { HostItems } from '../../api/arrays.ts';
import { inWords, refused, requireOneOf } from '../../checks.ts';
import type { ReduceRequest } from '../descriptor.ts';

/** Types of elements that rows may have. */
export const ROW_TYPES = ['f16', 'f32', 'u32', 'i32'] as const;
export type RowType = (typeof ROW_TYPES)[number];

/** Checks what a reduce of rows can do. `argument` names the type in messages. */
export function requireRows(argument: string, { type, ops }: ReduceRequest, weighted: boolean): void {
  requireOneOf(argument, type, ROW_TYPES, 'unsupported-type');
  for (const op of ops) {
    if (typeof op !== 'object') continue;
    throw refused('invalid-option', 'op', 'a custom operator', 'names of operators, for rows');
  }
  if (!weighted) return;
  if (type !== 'f16' && type !== 'f32') throw refused('unsupported-type', argument, type, 'f16 and f32, with weights');
  const other = ops.find((op) => op !== 'sum');
  if (other) throw refused('invalid-option', 'op', inWords(other), "'sum', with weights");
}

/** Checks the weights: one f32 an item. */
export function checkedWeights(weights: HostItems | undefined, itemCount: number): Uint8Array<ArrayBuffer> | undefined {
  if (!weights) return undefined;
  if (weights.type !== 'f32') throw refused('unsupported-type', 'weights', String(weights.type), 'a Float32Array');
  if (weights.length === itemCount) return weights.bytes;
  throw refused('length-mismatch', 'weights', weights.length, `${itemCount}, one for each row of a segment`);
}
