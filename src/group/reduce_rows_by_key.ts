/** Reduces by key of rows of features. The first such call loads this file. */

import { checkedCall } from '../api/array_call.ts';
import type { HostArray, HostItems } from '../api/arrays.ts';
import { BY_KEY_OPTIONS } from '../api/options.ts';
import { refused } from '../checks.ts';
import { resultBytes } from '../operators/operators.ts';
import { resultsInForm } from '../reduce/calls.ts';
import type { ReduceRequest } from '../reduce/descriptor.ts';
import { reduceRows } from '../reduce/rows/array_call.ts';
import { requireRows } from '../reduce/rows/descriptor.ts';
import { groupCall, groupRows, type HostOptions, halfOf, keysOfGroups } from './array_call.ts';
import { rowsOf } from './descriptor.ts';
import type { Columns } from './ids.ts';

/** What a call reduces: one id for each row of `width` elements. */
interface KeyedRows {
  readonly ids: Columns<HostItems>;
  readonly values: HostItems;
  readonly width: number;
  readonly request: ReduceRequest;
}

/** Groups the ids, then reduces each group's rows: the GPU gathers them from the table. */
export async function reduceRowsByKey(
  device: GPUDevice,
  { ids, values, width, request }: KeyedRows,
  options: HostOptions,
): Promise<{ keys: Columns<HostArray>; result: unknown }> {
  const rows = values.length / width;
  const wanted = rowsOf(ids);
  if (rows !== wanted) throw refused('length-mismatch', 'values', `${rows} rows`, `${wanted}, one per id`);
  requireRows('values', request, false);
  const call = await groupCall(device, ids, options, BY_KEY_OPTIONS, width * resultBytes(request));
  const { onProgress, signal, tuning } = options;
  // The grouping reports the first half of the work, the reduce the second.
  const report = (half: number) => (onProgress ? { onProgress: halfOf(onProgress, half) } : {});
  const grouped = await groupRows({ ...call, options: { ...options, ...report(0) } });
  const rules = { mayOverlap: true, options: [] };
  const reducing = { ...checkedCall(device, rows, grouped, { ...report(1) }, rules), tuning, signal };
  const { loaded, results } = await reduceRows(reducing, request, values, width, undefined);
  return { keys: keysOfGroups(call, grouped), result: resultsInForm(loaded.request, values, results) };
}
