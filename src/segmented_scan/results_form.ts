/** The form of the results of a call on arrays. */
import type { HostArray, HostItems } from '../api/arrays.ts';
import { type ItemType, scalarOf } from '../item_types.ts';
import { scanParts } from './context.ts';
import type { LoadedScan } from './spec.ts';

const CLASSES = { u32: Uint32Array, i32: Int32Array, f32: Float32Array } as const;

/** Whether results are items of the input's type. A custom operator may make other values of the same type. */
export function keepsItems({ reduce }: LoadedScan, type: ItemType): boolean {
  return typeof reduce.ops[0] === 'string' && reduce.operators[0]?.results[0]?.type === type;
}

/** Returns the results in the form that `segmentedScan` documents. */
export function resultsInForm(request: LoadedScan, values: HostItems, found: Uint8Array<ArrayBuffer>): HostArray {
  if (keepsItems(request, values.type)) return values.like(found);
  const type = String(scanParts(request).result.type);
  const data = new CLASSES[scalarOf(type) as keyof typeof CLASSES](found.buffer);
  return type.startsWith('vec') ? ({ type, data } as HostArray) : data;
}
