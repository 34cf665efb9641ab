/** The scan of arrays. */
import { type HostArray, hostItems } from '../../api/arrays.ts';
import type { CallOptions } from '../../api/options.ts';
import type { HostSegments } from '../../api/segments.ts';
import { requireObject } from '../../checks.ts';
import { refused, shown } from '../../errors.ts';
import { checkedInitial, type InitialValue } from '../../operators/initial.ts';
import type { CustomReduceOp } from '../../operators/operators.ts';
import type { Reduced } from '../../reduce/calls.ts';
import { reduceRequest } from '../../reduce/spec.ts';
import { checked, inChunks, itemsOf, type NoDevice, requireRare, spansOf } from '../call.ts';
import { viewOf } from '../numbers.ts';
import { customFunctions } from '../reduce/custom.ts';
import { scannerOf } from './scanners.ts';

const SCAN_OPS = ['sum', 'product', 'min', 'max', 'and', 'or', 'xor'] as const;

/** An operator of a scan: a name, or a custom operator. */
export type ScanOp = (typeof SCAN_OPS)[number] | CustomReduceOp;

/** Options of `segmentedScan`. */
export interface ScanOptions extends CallOptions {
  /** `true`: a result does not include its own item. The first one is `initial` or the identity. Default: `false`. */
  exclusive?: boolean;
  /** `true`: the scan runs from each segment's last item to its first. Default: `false`. */
  reverse?: boolean;
  /** Start value: it is combined with every result on the left. */
  initial?: InitialValue;
}

function checkedFlag(name: string, value: unknown): boolean {
  if (value === undefined || typeof value === 'boolean') return value === true;
  throw refused('invalid-option', name, shown(value), 'true or false');
}

/**
 * `segmentedScan` without a GPU: the same arguments, and the same results bit for bit. `device` is ignored. A result
 * has the bits that `segmentedReduce` gives for the same items.
 *
 * @throws SegmentedError with the codes of the call on a GPU, except those of devices
 * @example
 * import { segmentedScan } from 'webgpu-segmented/js';
 * const running = await segmentedScan(null, new Float32Array([1, 2, 3, 4]), [0, 3, 4], 'sum');   // 1 3 6 4
 */
export async function segmentedScan<V extends HostArray, const Op extends ScanOp>(
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
  if (Array.isArray(op) || (typeof op === 'string' && !SCAN_OPS.some((name) => name === op))) {
    const names = SCAN_OPS.map((name) => `'${name}'`).join(', ');
    const found = Array.isArray(op) ? 'a list' : String(op);
    throw refused('unsupported-type', 'op', found, `${names}, { wgsl, identity, type? }`);
  }
  const { type, ops, empty } = reduceRequest('values', { type: given.type, op, initial: options.initial });
  const [single] = ops as [(typeof ops)[number]];
  const flags = {
    exclusive: checkedFlag('exclusive', options.exclusive),
    reverse: checkedFlag('reverse', options.reverse),
  };
  const functions = typeof single === 'object' ? customFunctions(single, op) : undefined;
  const initial = empty && checkedInitial(empty, type, ops, false)[0];
  requireRare(call);
  const input = itemsOf(call, given);
  const spans = spansOf(call.segments);
  const scan = { type, bytes: input.bytes, length: input.length, spans, initial, ...flags };
  const scanner = scannerOf(scan, single, functions);
  await inChunks(spans, call.itemCount, call, 1, (first, last) => scanner.run(first, last));
  const keeps = typeof single === 'string' && scanner.type === input.type;
  const results = keeps ? input.like(scanner.results) : viewOf(scanner.type as 'f32', scanner.results);
  return results as Reduced<V, Op>;
}
