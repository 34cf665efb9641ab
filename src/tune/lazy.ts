import type { Tuning } from '../tuning/tuning.ts';
import type { TuneOptions } from './tune.ts';

/**
 * Measures candidates for the kernels' parameters on this device, and returns the best ones as a `Tuning`. This is
 * `tune` of `webgpu-segmented/tune`; the first call loads it.
 *
 * @throws SegmentedError 'invalid-option', 'limit-exceeded', 'aborted', 'device-lost'
 * @example
 * const tuning = await tune(device, { budget: 5000, onProgress: ({ done, total }) => console.log(done, total) });
 */
export async function tuneLazily(device: GPUDevice, options?: TuneOptions): Promise<Tuning> {
  const { tune } = await import('./index.ts');
  return tune(device, options);
}
