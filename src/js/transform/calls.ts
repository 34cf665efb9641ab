/** Transforms of arrays. */
import type { HostArray } from '../../api/arrays.ts';
import { TRANSFORM_OPTIONS } from '../../api/options.ts';
import type { HostSegments } from '../../api/segments.ts';
import { requireObject, taken } from '../../checks.ts';
import { isMore } from '../../operators/names.ts';
import type { CustomTransform, Transformed, TransformName, TransformOptions } from '../../transform/descriptor.ts';
import { checked, type NoDevice, ownItems } from '../call.ts';
import { loaded } from '../load.ts';

/**
 * One result an item, made of the item and of numbers of its segment: `'softmax'`, `'logSoftmax'`, `'normalize'` (by
 * the sum), `'center'`, `'standardize'`, `'diff'` (minus the item `lag` earlier), `'shift'` (the item `lag` earlier),
 * or a function of the caller's. Results are f32, except that `'diff'` and `'shift'` keep the type of the items. They
 * are computed in doubles and rounded once or twice. Items outside every segment stay, as numbers of the results' type.
 * `device` is ignored.
 *
 * A segment with a NaN, or with −∞ only, has NaN as softmax. This is what torch gives.
 *
 * Cost: two or three passes over the items.
 *
 * @throws SegmentedError `'invalid-option'`, `'unsupported-type'` for an unknown transform or items that it does not
 * take, and the codes of `segmentedScan`
 * @example
 * import { segmentedTransform } from 'webgpu-segmented/js';
 * const scores = new Float32Array([1, 1, 0, 5]);
 * const p = await segmentedTransform(null, scores, [0, 2, 4], 'softmax');   // 0.5 0.5 | 0.0067 0.9933
 * const scaled = { of: 'max', wgsl: 'return x / a;', js: (x, a) => x / a };
 * const share = await segmentedTransform(null, scores, [0, 2, 4], scaled);   // 1 1 | 0 1
 */
export async function segmentedTransform<V extends HostArray, const T extends TransformName | CustomTransform>(
  _device: NoDevice,
  values: V,
  segments: HostSegments,
  transform: T,
  options: TransformOptions = {},
): Promise<Transformed<V, T>> {
  requireObject('options', options);
  const given = ownItems('values', values);
  const call = checked(given.length, segments, options, { mayOverlap: false, options: TRANSFORM_OPTIONS });
  const { lag, fill, ddof } = options;
  const custom = typeof transform === 'object' && transform;
  const own = taken(transform);
  const isRare = custom && ddof !== undefined;
  const [{ transformHost }, reduce, more, initial] = await loaded(
    options,
    import('./array_call.ts'),
    custom ? import('../reduce/array_call.ts') : undefined,
    isRare || (custom && [custom.of].flat().some(isMore)) ? import('../reduce/more.ts') : undefined,
    isRare ? import('../reduce/initial.ts') : undefined,
  );
  const host = transformHost(call, given, own, { lag, fill, ddof }, reduce?.reduceHost, { ...more, ...initial });
  return host as Promise<unknown> as Promise<Transformed<V, T>>;
}
