/** The scan of arrays. */

import type { HostArray } from '../../api/arrays.ts';
import { SCAN_OPTIONS } from '../../api/options.ts';
import type { HostSegments } from '../../api/segments.ts';
import { requireObject } from '../../checks.ts';
import type { OpOf } from '../../operators/operators.ts';
import type { Reduced } from '../../reduce/calls.ts';
import type { ScanOptions } from '../../segmented_scan/calls.ts';
import type { ScanOp } from '../../segmented_scan/descriptor.ts';
import { checked, type NoDevice, ownItems } from '../call.ts';
import { loaded, loadedModules } from '../load.ts';

/**
 * `segmentedScan` without a GPU: the same arguments, and the same results bit for bit. `device` is ignored. A subnormal
 * result of f32, which a device may flush to 0, is exact here. A result has the bits that `segmentedReduce` gives for
 * the same items.
 *
 * @throws SegmentedError with the codes of the call on a GPU, except those of devices
 * @example
 * import { segmentedScan } from 'webgpu-segmented/js';
 * const running = await segmentedScan(null, new Float32Array([1, 2, 3, 4]), [0, 3, 4], 'sum');   // 1 3 6 4
 */
export async function segmentedScan<V extends HostArray, const Op extends OpOf<V, ScanOp>, const O extends ScanOptions>(
  _device: NoDevice,
  values: V,
  segments: HostSegments,
  op: Op,
  options: O = {} as O,
): Promise<Reduced<V, Op, O>> {
  const given = ownItems('values', values);
  requireObject('options', options);
  const rules = { mayOverlap: false, options: SCAN_OPTIONS };
  const call = checked(given.length, segments, options, rules);
  const { exclusive, reverse, initial, widen, nan } = options;
  const own = loadedModules({ op, initial, whenEmpty: undefined, accuracy: undefined, widen, nan });
  const [{ scanHost }, loadedOwn] = await loaded(options, import('./array_call.ts'), own);
  return scanHost(call, given, { ...loadedOwn, exclusive, reverse }) as Promise<Reduced<V, Op, O>>;
}
