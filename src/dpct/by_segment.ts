/** Scans and reduces of runs of equal keys, as oneDPL's extensions define them. */
import { inWords, MAX_ITEMS, requireCount, SegmentedError } from '../checks.ts';
import { typeBytes } from '../item_types.ts';
import type { InitialValue } from '../operators/initial.ts';
import type { OpOf, ReduceOp } from '../operators/operators.ts';
import { isDevicePointer } from '../ports/device_ptr.ts';
import { type DataArgument, type Operand, operand, requireRoom, requireSameType } from '../ports/operand.ts';
import { cachedReduce, cachedScan } from '../ports/plans.ts';
import { reduceDescriptor, scanDescriptor } from '../ports/requests.ts';
import { requireKeys, runsPlan } from '../ports/runs.ts';
import type { ScanOp } from '../segmented_scan/descriptor.ts';
import { type Policy, perform, requirePolicy, requireReturn } from './policy.ts';

/** The end of the keys: a handle, a subarray of the keys' array that begins there, or the number of keys. */
export type KeysLast = DataArgument | number;

/** The only predicate that the calls take: keys are equal. */
export type EqualTo = 'equal_to' | undefined;

/** The byte at which a handle or an array begins, and its memory. */
function addressOf(argument: DataArgument): { readonly memory: unknown; readonly byte: number } | undefined {
  if (isDevicePointer(argument)) return { memory: argument.buffer, byte: argument.byteOffset };
  if (ArrayBuffer.isView(argument)) return { memory: argument.buffer, byte: argument.byteOffset };
  return undefined;
}

/** Number of keys from `first` to `last`. */
function keyCount({ length, type }: Operand, first: DataArgument, last: KeysLast): number {
  if (typeof last === 'number') return requireCount('keys_last', last, Math.min(length, MAX_ITEMS));
  const [from, to] = [addressOf(first), typeof last === 'object' && last !== null ? addressOf(last) : undefined];
  const count = from && to && from.memory === to.memory ? (to.byte - from.byte) / typeBytes(type) : undefined;
  if (count !== undefined && Number.isInteger(count) && count >= 0 && count <= length) return count;
  const found = to === undefined ? inWords(last) : count === undefined ? 'of another buffer' : `${count} keys on`;
  throw new SegmentedError(
    'invalid-option',
    `keys_last: ${found}; allowed: keys_first.add(n), a subarray that begins after n keys, or n, from 0 to ${length}`,
  );
}

function requireEqualTo(predicate: unknown): void {
  if (predicate === undefined || predicate === 'equal_to') return;
  throw new SegmentedError('unsupported-type', `binary_pred: ${inWords(predicate)}; allowed: 'equal_to', undefined`);
}

interface Keys {
  readonly keys: Operand;
  readonly itemCount: number;
  readonly values: Operand;
}

function readKeys(keys_first: DataArgument, keys_last: KeysLast, values_first: DataArgument): Keys {
  const [keys, values] = [operand('keys_first', keys_first), operand('values_first', values_first)];
  requireKeys(keys);
  const itemCount = keyCount(keys, keys_first, keys_last);
  requireRoom(values, itemCount);
  return { keys, itemCount, values };
}

const tuningOf = ({ tuning }: Policy) => (tuning === undefined ? {} : { tuning });

async function scanRuns(
  policy: Policy,
  { keys, itemCount, values }: Keys,
  result: DataArgument,
  [op, initial, exclusive]: [ScanOp, InitialValue | undefined, boolean],
): Promise<number> {
  const { device } = policy;
  const output = operand('result', result);
  const { descriptor, resultType } = scanDescriptor(values, op, exclusive, initial, {
    op: 'binary_op',
    initial: 'init',
  });
  requireSameType(output, resultType, `what binary_op makes of ${String(values.type)}`);
  requireRoom(output, itemCount);
  requireReturn(policy, output.name, output.host !== undefined);
  const tuning = tuningOf(policy);
  const scan = await cachedScan(device, { ...descriptor, maxItems: itemCount, maxSegments: itemCount, ...tuning });
  const plan = await runsPlan(device, requireKeys(keys), itemCount, scan, tuning);
  await perform(policy, plan.temporaryBytes, (buffers) => {
    const found = plan.encode(buffers.encoder, { keysIn: buffers.input(keys, itemCount) }, buffers.temporary);
    const [input, written] = [buffers.input(values, itemCount), buffers.output(output, itemCount)];
    scan.encode(buffers.encoder, { input, output: written, itemCount, ...found });
  });
  return itemCount;
}

/**
 * Scans the values of each run of equal keys: a result combines its run's values up to its own. Keys are not sorted:
 * equal keys that are apart are several runs. -0 and +0 are equal. Cost: O(keys).
 *
 * @param keys_last `keys_first.add(n)`, a subarray that begins after n keys, or n
 * @param result one item a key, of the values' type; sums and products of f16 are f32, and a custom operator gives its
 *   type; may be `values_first`
 * @param binary_pred 'equal_to', the default
 * @param binary_op an operator of the core's scans, `'sum'` by default, or `{ wgsl, identity, type? }`
 * @returns the number of results, where oneDPL returns their end
 * @throws SegmentedError naming the argument, the value found and the value allowed
 * @example
 * const running = new Uint32Array(4);
 * const keys = Uint32Array.of(5, 5, 3, 5);
 * await inclusive_scan_by_segment({ device }, keys, 4, Uint32Array.of(1, 2, 3, 4), running);   // 1 3 3 4
 */
export async function inclusive_scan_by_segment<const V extends DataArgument>(
  policy: Policy,
  keys_first: DataArgument,
  keys_last: KeysLast,
  values_first: V,
  result: DataArgument,
  binary_pred?: EqualTo,
  binary_op: OpOf<V, ScanOp> = 'sum' as OpOf<V, ScanOp>,
): Promise<number> {
  requirePolicy('policy', policy);
  requireEqualTo(binary_pred);
  return scanRuns(policy, readKeys(keys_first, keys_last, values_first), result, [binary_op, undefined, false]);
}

/**
 * Scans the values of each run of equal keys as `inclusive_scan_by_segment` does, without the item itself: the first
 * result of a run is init, or the operator's identity.
 *
 * @param init combined with every result on the left
 * @returns the number of results, where oneDPL returns their end
 * @throws SegmentedError naming the argument, the value found and the value allowed
 * @example
 * const starts = new Uint32Array(4);
 * const keys = Uint32Array.of(5, 5, 3, 5);
 * await exclusive_scan_by_segment({ device }, keys, 4, Uint32Array.of(1, 2, 3, 4), starts, 10);   // 10 11 10 10
 */
export async function exclusive_scan_by_segment<const V extends DataArgument>(
  policy: Policy,
  keys_first: DataArgument,
  keys_last: KeysLast,
  values_first: V,
  result: DataArgument,
  init?: InitialValue,
  binary_pred?: EqualTo,
  binary_op: OpOf<V, ScanOp> = 'sum' as OpOf<V, ScanOp>,
): Promise<number> {
  requirePolicy('policy', policy);
  requireEqualTo(binary_pred);
  return scanRuns(policy, readKeys(keys_first, keys_last, values_first), result, [binary_op, init, true]);
}

/**
 * Reduces the values of each run of equal keys. Writes the first key and the result of each run. Keys are equal as in
 * `inclusive_scan_by_segment`. Cost: O(keys).
 *
 * The number of runs is returned to the host, so the call takes no encoder. `DeviceReduce.ReduceByKey` of
 * `webgpu-segmented/cub` records the same.
 *
 * @param keys_result room for one key a key
 * @param values_result room for one result a key
 * @returns the number of runs, where oneDPL returns the ends of the two results
 * @throws SegmentedError naming the argument, the value found and the value allowed
 * @example
 * const [keys, sums] = [new Uint32Array(4), new Uint32Array(4)];
 * await reduce_by_segment({ device }, Uint32Array.of(5, 5, 3, 5), 4, Uint32Array.of(1, 2, 3, 4), keys, sums);   // 3
 * // keys: 5 3 5, sums: 3 3 4
 */
export async function reduce_by_segment<const V extends DataArgument>(
  policy: Policy,
  keys_first: DataArgument,
  keys_last: KeysLast,
  values_first: V,
  keys_result: DataArgument,
  values_result: DataArgument,
  binary_pred?: EqualTo,
  binary_op: OpOf<V, ReduceOp> = 'sum' as OpOf<V, ReduceOp>,
): Promise<number> {
  const { device, encoder } = requirePolicy('policy', policy);
  requireEqualTo(binary_pred);
  if (encoder) {
    throw new SegmentedError(
      'invalid-option',
      'policy.encoder: given; allowed: none, since the number of runs is returned to the host; ' +
        'DeviceReduce.ReduceByKey of webgpu-segmented/cub records into an encoder',
    );
  }
  const { keys, itemCount, values } = readKeys(keys_first, keys_last, values_first);
  const [unique, output] = [operand('keys_result', keys_result), operand('values_result', values_result)];
  const { descriptor, resultType } = reduceDescriptor(values, binary_op, undefined, { op: 'binary_op', initial: '' });
  requireSameType(unique, keys.type, 'as keys_first is');
  requireSameType(output, resultType, `what binary_op makes of ${String(values.type)}`);
  for (const each of [unique, output]) requireRoom(each, itemCount);
  const tuning = tuningOf(policy);
  const reduce = await cachedReduce(device, { ...descriptor, maxItems: itemCount, maxSegments: itemCount, ...tuning });
  const plan = await runsPlan(device, requireKeys(keys), itemCount, reduce, tuning);
  let runs = 0;
  await perform(policy, plan.temporaryBytes, (buffers) => {
    const countOut = buffers.result('number of runs', 4, (bytes) => {
      [runs] = new Uint32Array(bytes.buffer, bytes.byteOffset, 1) as unknown as [number];
    });
    const given = {
      keysIn: buffers.input(keys, itemCount),
      keysOut: buffers.output(unique, itemCount),
      countOut,
    };
    const found = plan.encode(buffers.encoder, given, buffers.temporary);
    const [input, written] = [buffers.input(values, itemCount), buffers.output(output, itemCount)];
    reduce.encode(buffers.encoder, { input, output: written, itemCount, ...found });
  });
  return runs;
}
