/** The scan of arrays. */

import { type HostArray, hostItems } from '../../api/arrays.ts';
import type { HostSegments } from '../../api/segments.ts';
import { requireObject } from '../../checks.ts';
import type { OpOf } from '../../operators/allowed.ts';
import { checkedInitial } from '../../operators/initial.ts';
import type { CheckedOp } from '../../operators/operators.ts';
import type { Reduced } from '../../reduce/calls.ts';
import type { ScanOptions } from '../../segmented_scan/calls.ts';
import { type ScanOp, scanRequest } from '../../segmented_scan/spec.ts';
import { checked, inChunks, itemsOf, type NoDevice, requireRare, spansOf } from '../call.ts';
import { viewOf } from '../numbers.ts';
import { customFunctions } from '../reduce/custom.ts';
import { scannerOf } from './scanners.ts';

/**
 * `segmentedScan` without a GPU: the same arguments, and the same results bit for bit. `device` is ignored. A result
 * has the bits that `segmentedReduce` gives for the same items.
 *
 * @throws SegmentedError with the codes of the call on a GPU, except those of devices
 * @example
 * import { segmentedScan } from 'webgpu-segmented/js';
 * const running = await segmentedScan(null, new Float32Array([1, 2, 3, 4]), [0, 3, 4], 'sum');   // 1 3 6 4
 */
export async function segmentedScan<V extends HostArray, const Op extends OpOf<V, ScanOp>>(
  _device: NoDevice,
  values: V,
  segments: HostSegments,
  op: Op,
  options: ScanOptions = {},
): Promise<Reduced<V, Op>> {
  const given = hostItems('values', values);
  requireObject('options', options);
  const rules = { mayOverlap: false, options: ['exclusive', 'reverse', 'initial'] };
  const call = checked(given.length, segments, options, rules);
  const { exclusive, reverse, initial: start } = options;
  const request = scanRequest('values', { type: given.type, op, exclusive, reverse, initial: start });
  const { type, ops, empty } = request.reduce;
  const [single] = ops as [CheckedOp];
  const functions = typeof single === 'object' ? customFunctions(single, op) : undefined;
  const initial = empty && checkedInitial(empty, type, ops, false)[0];
  requireRare(call);
  const input = itemsOf(call, given);
  const spans = spansOf(call.segments);
  const scan = {
    type,
    bytes: input.bytes,
    length: input.length,
    spans,
    initial,
    exclusive: request.exclusive,
    reverse: request.reverse,
  };
  const scanner = scannerOf(scan, single, functions);
  await inChunks(spans, call.itemCount, call, 1, (first, last) => scanner.run(first, last));
  const keeps = typeof single === 'string' && scanner.type === input.type;
  const results = keeps ? input.like(scanner.results) : viewOf(scanner.type as 'f32', scanner.results);
  return results as Reduced<V, Op>;
}
