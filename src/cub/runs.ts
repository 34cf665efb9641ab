/** CUB's calls on runs of equal keys: each is a grouping of keys in their given order, then one plan of the core. */
import { SegmentedError } from '../checks.ts';
import { firstBytes } from '../gpu/arguments.ts';
import type { BufferRange } from '../gpu/ranges.ts';
import type { OpOf, ReduceOp } from '../operators/operators.ts';
import type { DevicePointer } from '../ports/device_ptr.ts';
import { deviceOperand, type Operand, requireRoom, requireSameType } from '../ports/operand.ts';
import { cachedGather, cachedReduce } from '../ports/plans.ts';
import { reduceDescriptor } from '../ports/requests.ts';
import { type RunsFound, type RunsPlan, requireKeys, runsPlan } from '../ports/runs.ts';
import { type ValueType, valueBytesOf } from '../sort/descriptor.ts';
import { perform, type Recording, requireNumber, type TemporaryStorage } from './call.ts';
import { type OpenStream, openStream, type Stream } from './device.ts';

type Storage = [d_temp_storage: TemporaryStorage, temp_storage_bytes: number];

/** Signature of `DeviceReduce.ReduceByKey`. */
export type ReduceByKeyCall = <In extends DevicePointer>(
  ...args: [
    ...Storage,
    d_keys_in: DevicePointer,
    d_unique_out: DevicePointer,
    d_values_in: In,
    d_aggregates_out: DevicePointer,
    d_num_runs_out: DevicePointer,
    reduction_op: OpOf<In, ReduceOp>,
    num_items: number,
    stream?: Stream,
  ]
) => Promise<number>;

/** Signature of `DeviceRunLengthEncode.Encode`. */
export type EncodeCall = (
  ...args: [
    ...Storage,
    d_in: DevicePointer,
    d_unique_out: DevicePointer,
    d_counts_out: DevicePointer,
    d_num_runs_out: DevicePointer,
    num_items: number,
    stream?: Stream,
  ]
) => Promise<number>;

/** Signature of `DeviceSelect.UniqueByKey`. */
export type UniqueByKeyCall = (
  ...args: [
    ...Storage,
    d_keys_in: DevicePointer,
    d_values_in: DevicePointer,
    d_keys_out: DevicePointer,
    d_values_out: DevicePointer,
    d_num_selected_out: DevicePointer,
    num_items: number,
    stream?: Stream,
  ]
) => Promise<number>;

/** The checked keys of a call, and its outputs for keys and for the number of runs. */
interface Runs {
  readonly keys: Operand;
  readonly unique: Operand;
  readonly count: Operand;
  readonly itemCount: number;
}

function requireIndex(operand: Operand): void {
  if (operand.type !== 'i32') requireSameType(operand, 'u32', 'or i32');
}

/** Reads the count of items and the stream, and checks what all calls have. */
function readRuns([keys, unique, count]: readonly [Operand, Operand, Operand], [num_items, ...tail]: unknown[]) {
  if (tail.length > 1) {
    throw new SegmentedError('invalid-option', `arguments: ${tail.length - 1} too many; allowed: the stream last`);
  }
  const itemCount = requireNumber('num_items', num_items);
  requireKeys(keys);
  requireSameType(unique, keys.type, `as ${keys.name} is`);
  requireIndex(count);
  for (const each of [keys, unique]) requireRoom(each, itemCount);
  requireRoom(count, 1);
  return { runs: { keys, unique, count, itemCount }, open: openStream(tail[0]) };
}

const rangeOf = ({ range }: Operand) => range as BufferRange;

/** Records the runs, then the plan that `make` makes for segments of these runs. */
function overRuns<P extends { readonly temporaryBytes: number }>(
  [d_temp_storage, temp_storage_bytes]: unknown[],
  { keys, unique, count, itemCount }: Runs,
  open: OpenStream,
  make: () => Promise<P>,
  record: (plan: P, encoder: Recording['encoder'], found: RunsFound) => void,
): Promise<number> {
  const { device, tuning } = open;
  return perform<RunsPlan<P>>(
    { d_temp_storage, temp_storage_bytes } as { d_temp_storage: TemporaryStorage; temp_storage_bytes: number },
    open,
    async () => runsPlan(device, requireKeys(keys), itemCount, await make(), tuning),
    (plan, { encoder, temporary }) => {
      const buffers = { keysIn: rangeOf(keys), keysOut: rangeOf(unique), countOut: rangeOf(count) };
      record(plan.next, encoder, plan.encode(encoder, buffers, temporary));
    },
  );
}

const reduceByKey: ReduceByKeyCall = async (...args: unknown[]) => {
  const names = ['d_keys_in', 'd_unique_out', 'd_values_in', 'd_aggregates_out', 'd_num_runs_out'];
  const [keys, unique, values, output, count] = names.map((name, i) => deviceOperand(name, args[2 + i])) as [
    ...[Operand, Operand, Operand, Operand, Operand],
  ];
  const [op, ...rest] = args.slice(7) as [ReduceOp, ...unknown[]];
  const { descriptor, resultType } = reduceDescriptor(values, op, undefined, { op: 'reduction_op', initial: '' });
  requireSameType(output, resultType, `what reduction_op makes of ${String(values.type)}`);
  const { runs, open } = readRuns([keys, unique, count], rest);
  const { itemCount } = runs;
  for (const each of [values, output]) requireRoom(each, itemCount);
  return overRuns(
    args,
    runs,
    open,
    () => cachedReduce(open.device, { ...descriptor, maxItems: itemCount, maxSegments: itemCount, ...open.tuning }),
    (plan, encoder, found) =>
      plan.encode(encoder, { input: rangeOf(values), output: rangeOf(output), itemCount, ...found }),
  );
};

const encode: EncodeCall = async (...args: unknown[]) => {
  const names = ['d_in', 'd_unique_out', 'd_counts_out', 'd_num_runs_out'];
  const [keys, unique, lengths, count] = names.map((name, i) => deviceOperand(name, args[2 + i])) as [
    ...[Operand, Operand, Operand, Operand],
  ];
  const { runs, open } = readRuns([keys, unique, count], args.slice(6));
  const { itemCount } = runs;
  requireIndex(lengths);
  requireRoom(lengths, itemCount);
  const type = requireKeys(keys);
  return overRuns(
    args,
    runs,
    open,
    () => cachedReduce(open.device, { type, op: 'count', maxItems: itemCount, maxSegments: itemCount, ...open.tuning }),
    (plan, encoder, found) =>
      plan.encode(encoder, { input: rangeOf(keys), output: rangeOf(lengths), itemCount, ...found }),
  );
};

const uniqueByKey: UniqueByKeyCall = async (...args: unknown[]) => {
  const names = ['d_keys_in', 'd_values_in', 'd_keys_out', 'd_values_out', 'd_num_selected_out'];
  const [keys, values, unique, output, count] = names.map((name, i) => deviceOperand(name, args[2 + i])) as [
    ...[Operand, Operand, Operand, Operand, Operand],
  ];
  requireSameType(output, values.type, 'as d_values_in is');
  const { runs, open } = readRuns([keys, unique, count], args.slice(7));
  const { itemCount } = runs;
  for (const each of [values, output]) requireRoom(each, itemCount);
  const valueType = values.type as ValueType;
  return overRuns(
    args,
    runs,
    open,
    () => cachedGather(open.device, { itemType: valueType, maxItems: itemCount, ...open.tuning }),
    (plan, encoder, { segments, temporary }) => {
      // The first value of a run is the value at the run's offset.
      const { offsets, count } = segments as { offsets: BufferRange; count: BufferRange };
      const itemsIn = firstBytes(rangeOf(values), 4 * Math.ceil((itemCount * valueBytesOf(valueType)) / 4));
      plan.encode(encoder, { itemsIn, rows: offsets, itemsOut: rangeOf(output), itemCount: count, temporary });
    },
  );
};

/**
 * CUB's `DeviceReduce`: `ReduceByKey` reduces the values of each run of equal keys.
 *
 * The keys are not sorted: equal keys that are apart are several runs. -0 and +0 are equal, and so are all NaNs.
 * d_unique_out receives the first key of each run, d_aggregates_out its result, and d_num_runs_out (u32 or i32)
 * the number of runs. The first two need room for num_items items, since the host does not know the number of runs.
 *
 * With null as temporary storage the call records nothing, and its promise resolves to the bytes that it needs. Cost:
 * O(num_items).
 *
 * @throws SegmentedError naming the argument, the value found and the value allowed
 * @example
 * const reduce = (d_temp: GPUBuffer | null, bytes: number) =>
 *   DeviceReduce.ReduceByKey(d_temp, bytes, d_keys, d_unique, d_values, d_sums, d_num_runs, 'sum', n, encoder);
 * const bytes = await reduce(null, 0);
 * await reduce(device.createBuffer({ size: bytes, usage: GPUBufferUsage.STORAGE }), bytes);
 */
export const DeviceReduce: { readonly ReduceByKey: ReduceByKeyCall } = { ReduceByKey: reduceByKey };

/**
 * CUB's `DeviceRunLengthEncode`: `Encode` writes the first item and the length of each run of equal items.
 *
 * Items are equal as keys are in `DeviceReduce.ReduceByKey`. d_counts_out is u32 or i32. d_unique_out and d_counts_out
 * need room for num_items items.
 *
 * @throws SegmentedError naming the argument, the value found and the value allowed
 * @example
 * await DeviceRunLengthEncode.Encode(d_temp, bytes, d_in, d_unique, d_lengths, d_num_runs, n, encoder);
 */
export const DeviceRunLengthEncode: { readonly Encode: EncodeCall } = { Encode: encode };

/**
 * CUB's `DeviceSelect`: `UniqueByKey` writes the first key and the first value of each run of equal keys.
 *
 * Keys are equal as in `DeviceReduce.ReduceByKey`. Values may have any type, since they are moved as bits. d_keys_out
 * and d_values_out need room for num_items items.
 *
 * @throws SegmentedError naming the argument, the value found and the value allowed
 * @example
 * await DeviceSelect.UniqueByKey(d_temp, bytes, d_keys, d_values, d_unique, d_first, d_num_selected, n, encoder);
 */
export const DeviceSelect: { readonly UniqueByKey: UniqueByKeyCall } = { UniqueByKey: uniqueByKey };
