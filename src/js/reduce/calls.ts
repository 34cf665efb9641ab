/** The reduce of arrays. */

import { type HostArray, hostItems, rowWidth } from '../../api/arrays.ts';
import { REDUCE_OPTIONS } from '../../api/options.ts';
import type { HostSegments } from '../../api/segments.ts';
import { readMembers, requireObject } from '../../checks.ts';
import type { OpOf, ReduceOp } from '../../operators/operators.ts';
import type { Reduced, ReduceOptions } from '../../reduce/calls.ts';
import { checked, type NoDevice } from '../call.ts';
import { loaded, loadedModules } from '../load.ts';
import type { GivenReduce } from './array_call.ts';

/** The operation, once a call has loaded it. */
let operation: typeof import('./array_call.ts') | undefined;
let ofRows: typeof import('./rows.ts') | undefined;

/**
 * `segmentedReduce` without a GPU: the same arguments, and the same results bit for bit; means and variances within the
 * same tolerance. A subnormal result of f32, which a device may flush to 0, is exact here. `device` is ignored. Sums,
 * products, means and variances of f64 are plain arithmetic of doubles, by the same tree.
 *
 * Cost: one read of the input for each operator, and one for all extremes, means and variances. Every 25 ms, between
 * segments, the event loop runs. A call of less than that runs before it returns its promise, and copies nothing.
 *
 * @throws SegmentedError with the codes of the call on a GPU, except those of devices
 * @example
 * import { segmentedReduce } from 'webgpu-segmented/js';
 * const sums = await segmentedReduce(null, new Float32Array([1, 2, 3, 4]), [0, 3, 3, 4], 'sum');   // 6 0 4
 */
export async function segmentedReduce<
  V extends HostArray,
  const Ops extends readonly OpOf<V, ReduceOp>[],
  const O extends ReduceOptions,
>(
  device: NoDevice,
  values: V,
  segments: HostSegments,
  op: Ops,
  options?: O,
): Promise<{ -readonly [K in keyof Ops]: Reduced<V, Ops[K], O> }>;
export async function segmentedReduce<
  V extends HostArray,
  const Op extends OpOf<V, ReduceOp>,
  const O extends ReduceOptions,
>(device: NoDevice, values: V, segments: HostSegments, op: Op, options?: O): Promise<Reduced<V, Op, O>>;
export async function segmentedReduce(
  _device: NoDevice,
  values: HostArray,
  segments: HostSegments,
  op: ReduceOp | readonly ReduceOp[],
  options: ReduceOptions = {},
): Promise<unknown> {
  const loadedBefore = operation;
  const borrows = loadedBefore !== undefined;
  const given = hostItems('values', values, borrows, ['width']);
  requireObject('options', options);
  const { weights } = options;
  const width = rowWidth(values, given, weights);
  const rules = { mayOverlap: true, options: REDUCE_OPTIONS, borrows };
  const asked = { ...readMembers(options), op, modules: {} } as GivenReduce;
  const now = width ? ofRows?.atOnce(loadedBefore!.OPERATORS, given, width, segments, asked, options) : undefined;
  if (now?.found) return now.found;
  const borrowed = now?.call ?? checked(given.length / (width ?? 1), segments, options, rules);
  if (!width && loadedBefore?.isShort(borrowed, given, op, options)) {
    return loadedBefore.reduceHost({ ...borrowed, atOnce: true }, given, asked);
  }
  const { offsets } = borrowed.segments;
  const own = borrows && offsets ? { offsets: offsets.slice() } : {};
  const call = { ...borrowed, segments: { ...borrowed.segments, ...own } };
  const items = borrows ? { ...given, bytes: given.bytes.slice() } : given;
  const modules = loadedModules(asked);
  if (width) {
    const factors = weights === undefined ? undefined : hostItems('weights', weights);
    const files = [import('./rows.ts'), import('./array_call.ts')] as const;
    const [rows, module, loadedRows] = await loaded(options, ...files, modules);
    [ofRows, operation] = [rows, module];
    return rows.rowsHost(module.OPERATORS, call, items, width, factors, loadedRows);
  }
  const [module, loadedOwn] = await loaded(options, import('./array_call.ts'), modules);
  operation = module;
  return module.reduceHost(call, items, loadedOwn);
}
