import type { Tuning } from '../tuning/tuning.ts';
import type { TuneOptions } from './tune.ts';

/**
 * Measures candidates for the kernels' parameters on this device, and returns the best ones as a `Tuning`. The result
 * is plain data: keep it as JSON, and pass it to plans and calls on arrays. The first call loads the code.
 *
 * `tune` times each candidate in turn with the best one so far, on segments of 8 items up to one segment of all items.
 * It takes a candidate that is 3% faster on average and whose answers are right. It makes the most important choices
 * first. Between candidates it looks at the budget, and between runs at the
 * signal.
 *
 * Cost: the budget in time, which includes compiling one or two plans per candidate and workload. Memory: about 16
 * bytes an item.
 *
 * @throws SegmentedError 'invalid-option', 'limit-exceeded', 'aborted', 'device-lost'
 * @example
 * const tuning = await tune(device, { budget: 5000, onProgress: ({ done, total }) => console.log(done, total) });
 * const sort = await createSegmentedSort(device, { keyType: 'f32', maxItems, maxSegments, tuning });
 */
export async function tune(device: GPUDevice, options: TuneOptions = {}): Promise<Tuning> {
  const { measuredTuning } = await import('./tune.ts');
  return measuredTuning(device, options);
}
