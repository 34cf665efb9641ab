/** Reduces of rows that callers record. */
import { requireBounds } from '../../api/array_call.ts';
import { requireWidth } from '../../api/arrays.ts';
import {
  beginCall,
  callItems,
  callSegments,
  ofThisImplementation,
  operationOptions,
  recorded,
  requireFit,
  requireUsable,
} from '../../api/recorded.ts';
import { refused, requireMembersOf } from '../../checks.ts';
import { bufferRange, firstBytes, firstItems } from '../../gpu/arguments.ts';
import { typeBytes } from '../../item_types.ts';
import type { InternalTuning } from '../../tuning/tuning.ts';
import type { SegmentedReduceDescriptor } from '../descriptor.ts';
import { type Output, reduceFacts } from '../kernels.ts';
import type { LoadedReduce } from '../operation.ts';
import {
  DESCRIPTOR,
  outputRanges,
  ROWS_ARGUMENTS,
  type SegmentedReduce,
  type SegmentedReduceArguments,
} from '../record.ts';
import type { RowsSpec } from './context.ts';
import { requireRows } from './descriptor.ts';
import { COMMON, type RowsOperation, recordRows, rowsOperation } from './operation.ts';

/** Refuses a buffer that the plan does not read. */
function requireNone(name: 'rowsIn' | 'weightsIn', given: unknown, option: string): void {
  if (given !== undefined)
    throw refused('invalid-option', name, 'given', `no buffer, in a plan without ${option}: true`);
}

function encodeRows(
  rows: RowsOperation,
  outputs: readonly Output[],
  encoder: GPUCommandEncoder | GPUComputePassEncoder,
  args: SegmentedReduceArguments,
): void {
  const { spec, operation } = rows;
  requireUsable(operation, encoder, args, ROWS_ARGUMENTS);
  const { maxItems, maxSegments, type, width, gathers, weighted } = spec;
  const rowBytes = width * typeBytes(type);
  const input = bufferRange('input', args.input);
  if (!gathers) requireNone('rowsIn', args.rowsIn, 'rows');
  if (!weighted) requireNone('weightsIn', args.weightsIn, 'weights');
  const rowsIn = gathers ? bufferRange('rowsIn', args.rowsIn) : undefined;
  const weightsIn = weighted ? bufferRange('weightsIn', args.weightsIn) : undefined;
  const perItem = [
    ...(rowsIn ? [{ range: rowsIn, itemBytes: 4 }] : [{ range: input, itemBytes: rowBytes }]),
    ...(weightsIn ? [{ range: weightsIn, itemBytes: 4 }] : []),
  ];
  const items = callItems(args.itemCount, maxItems, perItem);
  const call = callSegments(operation.device, args.segments, maxSegments);
  requireFit(call, items);
  const ranges = {
    // A table may have more rows than a call has items.
    input: gathers ? firstBytes(input, input.size) : firstItems(input, rowBytes, items, maxItems),
    ...(rowsIn ? { rowsIn: firstItems(rowsIn, 4, items, maxItems) } : {}),
    ...(weightsIn ? { weightsIn: firstItems(weightsIn, 4, items, maxItems) } : {}),
    ...outputRanges(outputs, spec, args, call.segments, maxSegments, width),
  };
  const temporary = beginCall(operation, encoder, args.temporary, { ...ranges, ...call.ranges });
  if (call.segments === 0) return;
  ofThisImplementation(() => recordRows(rows, encoder, ranges, items, call, temporary));
}

function flag(name: string, value: unknown): boolean {
  if (value === undefined || typeof value === 'boolean') return value === true;
  throw refused('invalid-option', name, value, 'true or false');
}

/** Makes a reduce of rows that the caller records. `createSegmentedReduce` calls it. */
export async function makeRows(
  device: GPUDevice,
  descriptor: SegmentedReduceDescriptor,
  loaded: LoadedReduce,
  tuning: InternalTuning,
): Promise<SegmentedReduce> {
  const { request, stages } = loaded;
  const bounds = requireBounds(descriptor);
  requireMembersOf('descriptor', descriptor, DESCRIPTOR);
  const { width: given = 1 } = descriptor;
  const width = requireWidth('width', given);
  const [gathers, weighted] = [flag('rows', descriptor.rows), flag('weights', descriptor.weights)];
  requireRows('type', request, weighted);
  const options = await operationOptions(device, descriptor);
  const spec: RowsSpec = { ...request, ...bounds, phase: 'whole', width, gathers, weighted };
  const rows = request.omitsNans
    ? await (await import('./omit.ts')).omittingRows(device, loaded, spec, tuning, options)
    : await rowsOperation(device, stages, spec, tuning, options);
  const { outputs } = reduceFacts(spec).results;
  return {
    ...recorded(rows.operation, rows.planFor(COMMON)),
    encode: (encoder, buffers) => encodeRows(rows, outputs, encoder, buffers),
  };
}
